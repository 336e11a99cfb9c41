/**
 * The concepts that prompt injections are made of, whatever their language: "ignore" + "previous" + "instruction", "reveal" + "your" + "prompt".
 * One word says nothing by itself; the learned detector weighs which concepts stand together and in which order.
 *
 * How the words of a concept are written, in every file of this folder:
 * - Entries are parted by single spaces, in lower case and NFC, with their marks (`é`, `ß`, vowel signs) as spelt.
 * - `word` is that whole word, `stem*` any word that begins so, `two_words` a sequence of words. A `*` stands only at the end of an entry.
 * - A hyphen or a zero-width joiner between words is written `_`. An apostrophe (straight) stays inside its word: `don't`; elided articles (`l'`, `d'`) are left out.
 * - Languages of `matching: "substring"` (see `index.ts`) put no spaces between words: their entries match anywhere, once spaces are taken out of the text.
 * - A word may serve several concepts.
 *
 * Source: our own knowledge of the languages; no list was copied.
 */
export const CONCEPTS = [
  // What is to happen to the rules.
  "ignore", // ignore, disregard, forget, skip, drop, override, bypass, discard
  "cease", // stop, cancel, no longer
  "change", // change, replace, update, rewrite
  "previous", // previous, above, earlier, prior, former, so far
  "all", // all, any, every
  "instruction", // instruction, rule, guideline, directive, order, policy, constraint
  "system",
  "prompt",
  "hidden", // hidden, secret, internal, confidential, initial, original
  "new", // new, updated, real, actual, following
  "now", // now, from now on, henceforth
  "instead",
  "end", // end of / beginning of the document, context, instructions

  // Getting words out.
  "reveal", // reveal, show, print, output, repeat, display, tell, leak
  "verbatim", // word for word, exactly, in full
  "text", // text, message, words, content, conversation, context
  "ask", // what, which, how
  "secretNoun", // password, key, token, credential, secret

  // Who is spoken to or of.
  "you",
  "your",
  "me", // I, me, my
  "assistant", // assistant, AI, model, bot, agent
  "reader", // reading this, whoever reads, processing this document
  "user", // user, customer, human
  "admin", // admin, developer, owner, root, operator

  // Playing somebody who may.
  "act", // act as, pretend, play, simulate, imagine, role
  "persona", // persona, character, mode, alter ego
  "unrestricted", // no restrictions, without limits, uncensored
  "filter", // filter, safety, ethics, moral, censorship, guardrail
  "hypothetical", // hypothetical, fiction, story, game, test, for research
  "harmful", // illegal, harmful, dangerous, forbidden
  "trust", // trust me, authorised, permission, allowed

  // How to answer.
  "refuse", // refuse, decline, can't, sorry, apologise
  "must", // must, have to, obey, comply, follow
  "not", // negations
  "without",
  "never",
  "always",
  "only",
  "respond", // answer, reply, respond, say, write
  "begin", // start with, begin
  "decode", // decode, translate, decrypt, reverse, base64, rot13

  // What an agent is made to do.
  "task", // task, goal, mission, job, objective
  "send", // send, forward, post, upload, mail, transfer
  "execute", // run, execute, call, invoke
  "delete", // delete, remove, wipe
  "tool", // tool, function, API, command, shell, file
  "url", // link, URL, image, website
  "data", // data, information, history, records, contacts
  "document", // document, page, mail, ticket, note
  "important", // important, urgent, attention, warning
  "notTell", // do not tell, silently, secretly, without mentioning
  "rate", // rate, rank, recommend, approve, score
  "pay", // pay, buy, transfer, invoice, account
] as const;

/** One meaning that injections of every language share. */
export type Concept = (typeof CONCEPTS)[number];

/** The words of one language for each concept; see {@link CONCEPTS} for how they are written. */
export type ConceptWords = Readonly<Record<Concept, string>>;

/** The same for a spelling of which we know only the commonest words, as chats in Latin letters. */
export type SomeConceptWords = Readonly<Partial<Record<Concept, string>>>;
