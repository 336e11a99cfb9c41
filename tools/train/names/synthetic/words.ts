import { NAMED_PRODUCTS } from "../products.ts";
import type { NamePicker } from "./picker.ts";
import { wordList } from "../word-list.ts";

/** Words for what is no name of a person or a place: products, companies, jobs, headings. Written for this project. */

const INVENTED =
  wordList(`Nexora Veltrix Quantor Lumina Brixo Zentra Omnia Kalypto Fluxor Arcadia Novatek Stratus Pixelon Hydra
  Vertex Nimbus Cobalt Aurora Phoenix Titan Falcon Orion Atlas Mercury Apollo Gemini Delta Sigma Omega Pulse Spark Echo
  Prism Vortex Summit Horizon Beacon Catalyst Momentum Synergy Infinity Eclipse Galaxy Comet Nova Zenith`);
const KINDS =
  wordList(`Pro Max Ultra Lite Plus Mini Air Studio Suite Cloud Server Desktop Mobile Engine Framework Library Hub
  Connect Drive Sync Vault Shield Guard Manager Assistant Player Reader Editor Designer Builder Analytics Platform Edition`);
const TECH =
  wordList(`Windows Linux Docker Kubernetes Python Java Kotlin Swift Ruby React Angular Django Flask Excel Word Outlook
  Photoshop Chrome Firefox Safari Android Postgres Redis Kafka Terraform Ansible Jenkins Slack Zoom Teams Notion Figma Jira
  Confluence Grafana Prometheus Spark Hadoop Tensorflow Unity Blender Steam Netflix Spotify Bluetooth Wifi Ethernet Javascript
  Typescript Node Express Spring Rails Laravel Symfony Vue Svelte Webpack Git Ubuntu Debian Fedora Bitcoin Ethereum Tesla
  Toyota Honda Audi Porsche Nokia Samsung Sony Canon Nikon Lego Ikea Nike Adidas Puma Gucci Rolex Pepsi Nestle Kellogg`);
const LEGAL = wordList(
  "Inc Ltd LLC GmbH AG SA Corp PLC BV AB Oy SpA Holdings Group Partners Solutions Systems Technologies Industries",
);
const NOUNS =
  wordList(`Network Security Report Summary Guide Manual Project Budget Review Meeting Update Plan Strategy Analysis Policy
  Training Program Workshop Release Notes Design Pattern Data Model Machine Learning Deep Neural Climate Change Energy Market
  Health Care Customer Service Support Order Status Payment Method Shipping Terms Conditions Privacy Account Settings Password
  Reset Login Error Quick Start Best Practices Getting Started Table Contents Executive Overview Annual Quarterly Results Final
  Draft Morning Night Love Story Dream River Fire Winter Summer Garden House Window Shadow Light Dark Star Road Heart Dance Song
  Kitchen Recipe Chicken Soup Chocolate Cake Apple Orange Coffee Bread Cheese Garlic Butter Pepper Battle Empire Legend Quest
  Return Lost World Secret Last First Golden Silver Broken Silent Hidden Wild Sweet Blue Red Black White Green Big Little`);
const JOBS =
  wordList(`Engineer Manager Director Analyst Consultant Designer Developer Accountant Nurse Teacher Lawyer Architect
  Technician Assistant Coordinator Supervisor Specialist Administrator Editor Journalist Scientist Researcher Officer`);
const FIELDS = wordList(
  "Senior Junior Lead Chief Software Marketing Sales Product Data Project Human Financial Legal Regional Executive Account Principal",
);
const ORGANISATIONS = wordList(
  "University College Hospital Institute Museum Bank Airport Airlines Club United Council Academy Foundation School Times Herald Stadium",
);

const pick = (words: readonly string[], random: () => number): string =>
  words[Math.floor(random() * words.length)] ?? "";

export function company(picker: NamePicker, random: () => number): string {
  const kind = random();
  if (kind < 0.3) return `${pick(INVENTED, random)} ${pick(LEGAL, random)}`;
  if (kind < 0.45) return `${picker.surname()} ${pick(LEGAL, random)}`;
  if (kind < 0.55) return `${picker.surname()} & ${picker.surname()}`;
  if (kind < 0.7) return `${picker.city()} ${pick(ORGANISATIONS, random)}`;
  if (kind < 0.8) return `${pick(ORGANISATIONS, random)} of ${pick(NOUNS, random)}`;
  if (kind < 0.9) return pick(INVENTED, random);
  return pick(TECH, random);
}

export function product(random: () => number): string {
  const kind = random();
  if (kind < 0.25) return pick(TECH, random);
  if (kind < 0.55) return pick(NAMED_PRODUCTS, random);
  if (kind < 0.8) return `${pick(INVENTED, random)} ${pick(KINDS, random)}`;
  return `${pick(TECH, random)} ${pick(KINDS, random)}`;
}

export const job = (random: () => number): string =>
  random() < 0.4 ? pick(JOBS, random) : `${pick(FIELDS, random)} ${pick(JOBS, random)}`;

export function title(random: () => number): string {
  const words = [pick(NOUNS, random), pick(NOUNS, random)];
  if (random() < 0.3) words.push(pick(NOUNS, random));
  if (random() < 0.3) words.unshift("The");
  return words.join(" ");
}
