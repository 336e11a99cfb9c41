/** What a judge is asked about toxicity: each a statement that is true or false of a text. */

export const ABOUT =
  "The text is toxic: it attacks, degrades or threatens somebody, or is sexually explicit or vulgar.";

/** By label of the policy. */
export const LABELS = {
  hate: "The text attacks or degrades people for their origin, skin, religion, sex, orientation, gender or disability.",
  harassment: "The text hounds, intimidates or humiliates a person, or calls on others to do so.",
  insult: "The text calls a person or a group names, or speaks of them with contempt.",
  threat: "The text announces or wishes harm to somebody.",
  sexual: "The text is sexually explicit, or pesters somebody sexually.",
  self_harm: "The text praises self-harm or suicide, or urges somebody to it.",
  violence: "The text glorifies violence, or calls for it, or enjoys its details.",
  profanity: "The text swears or uses vulgar words.",
} as const;
