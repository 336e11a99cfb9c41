import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SECRETS_KEYS_DETECTION } from "../../../src/analyzers/secrets/index.ts";
import { LABEL_WORDS } from "../../../src/analyzers/secrets/labels.ts";
import { FOREIGN_WORDS } from "../../../src/analyzers/secrets/detectors/foreign-label.ts";
import { analyze, prepare } from "../../support/stream-window.ts";

/** What people write after a word for a secret, and is none: by language, the word at `_`. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  English: [
    "Send the _ to bob@corp.com",
    "Ask anna.smith+2@corp.example.org for the _",
    "The _ is valid for 24 hours",
    "The _ is not RFC7519-compliant",
    "_: required",
    "_: Friday 18:00, room B2.14",
    "_ rotation policy: every 90 days (section 4.2)",
    "_ is stored in Vault-2",
    "_ is encrypted with AES-256-GCM and hashed with SHA-512",
    "Reset the _ (ticket OPS-4471) before 2026-03-14T10:22:31Z",
    "_ expired on 2026-03-14 at 09:26",
    "Which _ does Windows 11 ask for?",
    "The _ for the printer is on the back",
    "The _ of version v2.14.1-beta.3 changed",
    "_ length: 12 to 128 characters",
    "_ = None",
    "_: undefined (TypeError at line 14:22)",
    "_: ********",
    "_: see https://docs.corp.com/en/v2/login#step-3",
    "_ -> Settings > Security2 > Change",
    "a _ such as Tr4ffic? No: never write it down",
    "_: /run/secrets/shop_db_v2",
    "The _ must contain A-Z, a-z, 0-9 and !@#$%",
    "| _ | string | optional | since 1.4.0 |",
    'placeholder="Enter your _"',
    "invalid _ (error 0x80070005)",
    "_ (PBKDF2-HMAC-SHA256, 600000 rounds)",
    "The _ is ${SHOP_SECRET_2}",
  ],
  German: [
    "_ ist erforderlich",
    "Das _ ist abgelaufen (Fehler 401)",
    "Bitte senden Sie das _ an bob@corp.com",
    "_: siehe Abschnitt 4.2",
    "_ vergessen? Freitag 18:00 Uhr, Raum B2.14",
    "Das _ muss mindestens 12 Zeichen haben",
    "_ für Windows 11 zurücksetzen",
  ],
  French: [
    "le _ est requis",
    "Envoyez le _ à bob@corp.com",
    "_ : obligatoire",
    "_ oublié ? Vendredi à 18h00, salle B2.14",
    "Le _ doit contenir 12 caractères",
    "le _ est périmé depuis le 14/03/2026",
  ],
  Spanish: [
    "el _ es obligatorio",
    "Envía el _ a bob@corp.com",
    "_: requerido",
    "El _ debe tener 12 caracteres",
    "¿Olvidaste el _? Viernes 18:00, sala B2.14",
    "el _ caducó el 14/03/2026",
  ],
  Portuguese: [
    "o _ é obrigatório",
    "Envie o _ para bob@corp.com",
    "_: campo obrigatório",
    "O _ expira em 30 dias",
    "O _ deve ter 12 caracteres",
  ],
  Italian: [
    "il _ è obbligatorio",
    "Invia il _ a bob@corp.com",
    "_: campo richiesto",
    "Il _ è scaduto il 14/03/2026",
    "Il _ deve avere 12 caratteri",
  ],
  Turkish: [
    "_ gerekli",
    "_ alanı zorunludur",
    "_ 30 gün geçerlidir",
    "bob@corp.com adresine _ gönder",
    "_: en az 12 karakter",
  ],
  Indonesian: [
    "_ wajib diisi",
    "Kirim _ ke bob@corp.com",
    "_ berlaku 30 hari",
    "_: minimal 12 karakter",
    "_ adalah wajib untuk Windows 11",
  ],
};

/** Ordinary words of the same languages, long enough to be values. */
const WORDS: readonly string[] = (
  "information yesterday important different available Government President business something international management development " +
  "Geschwindigkeit Entwicklung Unternehmen verfügbar Wissenschaft zwischen Donnerstag Möglichkeit Gesellschaft " +
  "aujourd'hui développement gouvernement différent entreprise toujours maintenant disponible vendredi " +
  "información desarrollo gobierno diferente siempre disponible empresa también miércoles " +
  "informação desenvolvimento governo diferente sempre disponível empresa também segunda-feira " +
  "informazione sviluppo governo differente sempre disponibile azienda mercoledì naturalmente " +
  "bilgilendirme geliştirme hükümet farklı kullanılabilir çarşamba yönetim " +
  "informasi pengembangan pemerintah berbeda tersedia perusahaan selasa administrasi"
).split(" ");
const BEFORE_WORD = ["_: ", "_ ", "the _ is ", "_ = ", "_ - "];

/** Some words are only a part of names, or stand in the plural of another. */
const LABELS = [...LABEL_WORDS.keys(), ...FOREIGN_WORDS].map((word) => word.trim());

const analyzer = prepare(SECRETS_KEYS_DETECTION);

function alarmsIn(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => analyze(analyzer, text).some(({ score }) => score >= SECRETS_KEYS_DETECTION.threshold));
}

describe("every word for a secret in ordinary sentences", () => {
  for (const [language, sentences] of Object.entries(SENTENCES))
    test(`none of ${language} is one`, () =>
      assert.deepEqual(
        alarmsIn(LABELS.flatMap((label) => sentences.map((sentence) => sentence.replace("_", label)))),
        [],
      ));

  test("no ordinary word after one is one", () =>
    assert.deepEqual(
      alarmsIn(
        LABELS.flatMap((label) =>
          BEFORE_WORD.flatMap((before) => WORDS.map((word) => before.replace("_", label) + word)),
        ),
      ),
      [],
    ));

  test("but what nobody would say there is found after each word that stands for a password", () => {
    const passwords = [...LABEL_WORDS].flatMap(([word, label]) => (label === "password" ? [word] : []));
    // The Spanish word ends with a letter that its keyword leaves out.
    const texts = passwords.map(
      (word) => `${word === "contrase" ? "contraseña" : word}: ${["Harbour!", "4471kq"].join("")}`,
    );
    assert.deepEqual(alarmsIn(texts), texts);
  });
});
