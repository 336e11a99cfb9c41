import { nearestName } from "../core/nearest-names.ts";
import { codeOf } from "../core/errors.ts";

/** What `--help` says about a command. The command itself reads its options. */
export interface CommandHelp {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** After `sallyport NAME`; one line for each form. */
  readonly forms: readonly string[];
  readonly options: readonly OptionHelp[];
  /** After `sallyport`. */
  readonly examples: readonly string[];
  readonly exitCodes: readonly (readonly [code: number, meaning: string])[];
}

/** Name with the value that it takes, such as `--port N`, and what it does, with its default. */
type OptionHelp = readonly [option: string, meaning: string];

const CONFIG_FILE = "$SALLYPORT_CONFIG, then the shipped configuration";
const CONFIG: OptionHelp = ["--config FILE", `the configuration; default: ${CONFIG_FILE}`];
const USAGE_ERROR = [2, "the command line is wrong, or a file cannot be read"] as const;

/** All commands, in the order of the overview. */
export const COMMAND_HELP: readonly CommandHelp[] = [
  {
    name: "serve",
    summary: "run the guardrail API and the proxy; the default",
    forms: ["[options]"],
    options: [
      CONFIG,
      ["--port N", "where to listen, 0 to 65535, instead of server.port; 0 takes a free port"],
      ["--host H", "address to listen on instead of server.host, such as 127.0.0.1 or 0.0.0.0"],
    ],
    examples: ["", "serve --config sallyport.yaml --port 9000"],
    exitCodes: [
      [0, "stopped by a signal"],
      [1, "the configuration is not valid"],
      [2, "the command line is wrong, or the service cannot start"],
    ],
  },
  {
    name: "check",
    summary: "report every problem of a configuration with line and column",
    forms: ["FILE"],
    options: [],
    examples: ["check config/sallyport.yaml"],
    exitCodes: [[0, "valid"], [1, "not valid"], USAGE_ERROR],
  },
  {
    name: "scan",
    summary: "print the verdict on texts, and each finding with its place",
    forms: ["[FILE|FOLDER|-]... [options]"],
    options: [
      ["--side SIDE", "whose text it is: prompt or response; default: prompt"],
      ["--config FILE", "judge by the policies of an asset of this configuration"],
      ["--asset ID", "which asset; default: the only one"],
      ["--jsonl", "read standard input as JSON Lines, as files ending in .jsonl or .ndjson are read"],
      ["--json", "print one JSON document a text; not with --sarif"],
      ["--sarif", "print SARIF 2.1.0; not with --json"],
      ["--exit-zero", "exit with 0 where something was found, too"],
    ],
    examples: ["scan prompts/ README.md", "scan --side response answers.jsonl", "scan --sarif . > findings.sarif"],
    exitCodes: [
      [0, "nothing found"],
      [1, "something was flagged or blocked"],
      [2, "something could not be read or judged, or the command line is wrong"],
    ],
  },
  {
    name: "explain",
    summary: "say what each policy of an asset makes of a text, and what would let it pass",
    forms: ["TEXT [options]", "--file FILE [options]"],
    options: [
      ["--file FILE", "read the text from a file; -: from standard input"],
      ["--side SIDE", "whose text it is: input or output; default: input"],
      CONFIG,
      ["--asset ID", "which asset; default: the only one"],
      ["--json", "print JSON"],
    ],
    examples: ['explain "My card is 4111 1111 1111 1111"', "explain --file answer.txt --side output"],
    exitCodes: [
      [0, "passed"],
      [1, "flagged or blocked"],
      [2, "it could not be judged, or the command line is wrong"],
    ],
  },
  {
    name: "calibrate",
    summary: "find thresholds of an asset from your own harmless texts",
    forms: ["[options]"],
    options: [
      ["--asset ID", "which asset; default: the only one"],
      ["--benign FILE.jsonl", "harmless texts; may be given several times"],
      ["--records", "take the asset's stored records as harmless texts"],
      ["--fpr RATE", "share of harmless texts that may be flagged, 0.0001 to 0.5; default: 0.01"],
      ["--write PATCH.yaml", "write the fragment of a configuration to a file instead of printing it"],
      ["--json", "print JSON"],
      CONFIG,
    ],
    examples: ["calibrate --asset demo-chatbot --benign harmless.jsonl"],
    exitCodes: [[0, "a threshold for every policy"], [1, "too few texts for some policy"], USAGE_ERROR],
  },
  {
    name: "replay",
    summary: "report which verdicts another configuration would change",
    forms: ["--config NEW --since TIME [--until TIME] [options]", "--config NEW --input FILE.jsonl [options]"],
    options: [
      ["--config NEW", "the configuration to try; needed"],
      ["--baseline OLD", "compare with this configuration; default: with what was recorded"],
      ["--since TIME", "records from then on: 2026-11-22, 2026-11-22T10:00:00Z, 24h or 7d; not with --input"],
      ["--until TIME", "records before then; only with --since"],
      ["--input FILE.jsonl", "texts of a file, or of standard input (-); not with --since"],
      ["--asset ID", "records of this asset only"],
      ["--limit N", "at most so many records or lines; default: all"],
      ["--json", "print JSON"],
      ["--show-text", "print the texts whose verdicts differ; default: no text"],
      ["--fail-on-change", "exit with 1 where a verdict differs"],
    ],
    examples: [
      "replay --config new.yaml --since 24h",
      "replay --config new.yaml --baseline old.yaml --input cases.jsonl",
    ],
    exitCodes: [
      [0, "done"],
      [1, "a verdict differs, with --fail-on-change"],
      USAGE_ERROR,
      [130, "stopped; what was done by then is reported"],
    ],
  },
  {
    name: "alerts",
    summary: "send an example to a receiver of alerts",
    forms: ["test NAME [options]"],
    options: [CONFIG],
    examples: ["alerts test soc"],
    exitCodes: [
      [0, "the receiver has taken it"],
      [1, "it has not"],
      [2, "the configuration is not valid, or the command line is wrong"],
    ],
  },
  {
    name: "audit",
    summary: "verify that stored records are as they were written",
    forms: ["verify [options]"],
    options: [CONFIG],
    examples: ["audit verify --config sallyport.yaml"],
    exitCodes: [
      [0, "whole; the chain's head is printed, to be kept elsewhere"],
      [1, "broken; the first record that was changed, taken out or put in is named"],
      [2, "the store cannot be read, or the command line is wrong"],
    ],
  },
  {
    name: "keys",
    summary: "make keys and change those of a file; a secret is shown once",
    forms: [
      "new [--file KEYS.json] [--id ID] [--organization ORG] [--access-level N] [--admin] [--assets ID,ID] [--not-before TIME] [--expires TIME]",
      "list [--file KEYS.json]",
      "rotate ID [--overlap TIME] [--file KEYS.json]",
      "revoke ID [--file KEYS.json]",
      "expire ID --at TIME [--file KEYS.json]",
    ],
    options: [
      [
        "--file KEYS.json",
        "the file of keys; default: keys_file of the configuration; new prints an entry for the configuration where there is none",
      ],
      ["--id ID", "name in logs and records; default: a random one"],
      ["--organization ORG", "whose assets and records the key may see; default: demo"],
      ["--access-level N", "1: inline policies only, 2: everything of the organization; default: 2"],
      ["--admin", "the key may read records and the use of keys"],
      ["--assets ID,ID", "only these assets"],
      ["--not-before TIME", "from when on the key is valid"],
      ["--expires TIME", "until when the key is valid"],
      ["--at TIME", "2027-01-31, 2027-01-31T10:00:00Z, 24h or 7d from now, or never"],
      ["--overlap TIME", "how long the old secret stays valid; default: 7d"],
    ],
    examples: ["keys new --id billing --organization acme", "keys rotate billing --overlap 24h"],
    exitCodes: [
      [0, "done"],
      [2, "the command line is wrong, or the file cannot be used"],
    ],
  },
  {
    name: "schema",
    summary: "print the JSON Schema of the configuration",
    forms: [""],
    options: [],
    examples: ["schema > sallyport.schema.json"],
    exitCodes: [
      [0, "printed"],
      [2, "the command line is wrong"],
    ],
  },
  {
    name: "openapi",
    summary: "print the OpenAPI document of the API",
    forms: [""],
    options: [],
    examples: ["openapi > openapi.json"],
    exitCodes: [
      [0, "printed"],
      [2, "the command line is wrong"],
    ],
  },
];

/** `sallyport --help`. */
export function overview(): string {
  const width = Math.max(...COMMAND_HELP.map(({ name }) => name.length));
  const commands = COMMAND_HELP.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `usage: sallyport [COMMAND] [options]

commands:
${commands.join("\n")}

sallyport COMMAND --help   options, examples and exit codes of a command
sallyport --version        the version

environment:
  SALLYPORT_CONFIG     the configuration where no --config names one; default: the shipped one
  SALLYPORT_LOG_LEVEL  ${LOG_LEVEL_HELP}
`;
}

const LOG_LEVEL_HELP = "debug, info, warn, error or silent; default: info, on a terminal warn";

/** `sallyport COMMAND --help`. */
export function helpOf({ name, summary, forms, options, examples, exitCodes }: CommandHelp): string {
  const usage = forms.map((form) => `sallyport ${name} ${form}`.trimEnd());
  const given: readonly OptionHelp[] = [...options, ["--help", "this text"]];
  const width = Math.max(...given.map(([option]) => option.length));
  return `${name}: ${summary}

usage: ${usage.join("\n       ")}

options:
${given.map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`).join("\n")}

examples:
${examples.map((example) => `  sallyport ${example}`.trimEnd()).join("\n")}

exit codes:
${exitCodes.map(([code, meaning]) => `  ${String(code).padEnd(3)}  ${meaning}`).join("\n")}
`;
}

export const findHelp = (name: string): CommandHelp | undefined => COMMAND_HELP.find((each) => each.name === name);

/** What is said of a command that does not exist. */
export function unknownCommand(given: string): string {
  const names = COMMAND_HELP.map(({ name }) => name);
  const near = nearestName(given, names);
  return `unknown command ${given}${near === null ? `; the commands are ${names.join(", ")}` : `; did you mean ${near}?`}`;
}

const UNKNOWN_OPTION = /^Unknown option '([^']*)'/;
const MISSING_VALUE = /^Option '(?:-\w, )?(--[^' ]+)[^']*' argument (?:missing|is ambiguous)/;
const SURPLUS_VALUE = /^Option '(?:-\w, )?(--[^' ]+)' does not take an argument/;
const UNEXPECTED = /^Unexpected argument '([^']*)'/;

/** What Node's parser of command lines found wrong, in terms of the command; `null`: the error is not its. */
export function explainParseError(error: unknown, help: CommandHelp): string | null {
  if (!(error instanceof Error) || codeOf(error)?.startsWith("ERR_PARSE_ARGS") !== true) return null;
  const [, unknown] = UNKNOWN_OPTION.exec(error.message) ?? [];
  if (unknown !== undefined) return unknownOption(unknown, help);
  const [, open] = MISSING_VALUE.exec(error.message) ?? [];
  if (open !== undefined) return `${open} needs a value: ${formOf(open, help)}`;
  const [, closed] = SURPLUS_VALUE.exec(error.message) ?? [];
  if (closed !== undefined) return `${closed} takes no value`;
  const [, surplus] = UNEXPECTED.exec(error.message) ?? [];
  if (surplus !== undefined) return `unexpected argument ${surplus}`;
  return error.message;
}

function unknownOption(given: string, { options }: CommandHelp): string {
  const names = [...options.map(([option]) => option.split(" ")[0] ?? ""), "--help"];
  const near = nearestName(given, names);
  if (near !== null) return `unknown option ${given}; did you mean ${near}?`;
  return `unknown option ${given}; ${names.length === 1 ? "it has none but" : "its options are"} ${names.join(", ")}`;
}

const formOf = (option: string, { options }: CommandHelp): string =>
  options.map(([form]) => form).find((form) => form.split(" ")[0] === option) ?? `${option} VALUE`;
