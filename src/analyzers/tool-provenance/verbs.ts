/**
 * What a tool does, by its name: names of functions are verbs with objects (`send_email`, `createIssue`). The lists are
 * ours, of common API verbs; a policy's metadata adds to them.
 */
export type ToolKind =
  /** It brings something: its arguments say what to look at. */
  | "source"
  /** It sends, pays, shares, changes or removes. */
  | "sink"
  /** It keeps a text where the user keeps texts. */
  | "storage"
  /** It runs what its arguments say. */
  | "execution"
  | "unknown";

const SOURCES =
  words(`get read list search find fetch lookup look query show view check count describe retrieve browse open
  visit load scan inspect summarize summarise translate calculate compute convert compare validate verify parse extract analyze
  analyse explain estimate preview download see review rank sort filter ask history status weather info detail details
  navigate goto clone`);

/** The same in other languages: a name that has one of these and a verb of another kind too is judged by that. */
const FOREIGN_SOURCES =
  words(`buscar leer listar obtener consultar mostrar abrir ler obter pesquisar procurar chercher rechercher lire lister obtenir consulter
  afficher ouvrir suche suchen lese lesen holen zeigen abrufen öffnen auflisten zoek zoeken lees lezen ophalen cercare leggi leggere mostra
  elenca ottieni szukaj znajdź czytaj pokaż pobierz hämta läs visa søg hent læs getir listele cari baca lihat ambil найти поиск прочитать
  получить показать`);

const SINKS =
  words(`send reply forward respond post publish tweet message notify mail email text sms dm call dial pay transfer
  wire remit donate tip purchase buy order checkout subscribe unsubscribe book reserve rent delete remove drop erase wipe purge
  destroy trash archive cancel revoke share invite add grant assign promote permit authorize authorise approve allow upload push
  write save append create insert make new update edit modify change set rename move copy put patch submit deploy release merge
  commit install uninstall register enroll schedule reschedule unlock lock disable enable stop start shutdown restart trigger
  print export sync import connect link follow accept decline redirect configure reset rotate issue refund charge withdraw
  deposit trade sell broadcast comment react attach apply increase decrease transmit deliver ship dispatch record store log
  whitelist blacklist block unblock mount
  ajouter modifier changer mettre poner añadir anadir cambiar actualizar adicionar alterar atualizar hinzufügen ändern aktualisieren anlegen
  toevoegen wijzigen aggiungi modifica dodaj zmień lägg ändra tilføj ekle tambah ubah добавить изменить enviar envia reenviar responder pagar transferir borrar eliminar compartir crear reservar comprar escribir apagar excluir compartilhar
  criar escrever envoyer transférer payer supprimer partager créer réserver écrire virer sende senden schicke schicken weiterleiten
  überweise überweisen zahle zahlen bezahlen lösche löschen teile teilen erstelle erstellen buche buchen schreibe schreiben stuur sturen
  versturen betaal betalen verwijder delen boek invia inviare inoltra trasferisci paga pagare cancella condividi crea prenota scrivi wyślij
  wyslij przelej zapłać usuń udostępnij utwórz skicka betala radera dela skapa send betal slet slett opret gönder öde sil paylaş kirim
  bayar hapus bagikan отправить переслать перевести оплатить удалить`);

const EXECUTIONS =
  words(`run exec execute eval shell bash sh zsh powershell cmd terminal command console python node sql script
  spawn invoke repl interpreter code computer ssh kubectl docker terraform patch local_shell`);

/** Read what a verb before them names: `get_order`, `list_transfers`. */
const JOINTS = words("and then or y e et und en og och i и ve dan");

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/** Names of functions have at most a few words; the rest of a longer name adds nothing. */
const WORDS_MAX = 16;

/** `sendEmail`, `gmail.send-email` → the words, small. */
function wordsOf(name: string): readonly string[] {
  const spaced = name.slice(0, 256).replaceAll(/([a-z\d])([A-Z])/g, "$1 $2");
  return spaced
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "")
    .slice(0, WORDS_MAX);
}

export function kindOfTool(name: string): ToolKind {
  const all = wordsOf(name);
  const first = all.findIndex((word) => isVerb(word));
  const verb = all[first];
  if (verb === undefined) return all.some((word) => FOREIGN_SOURCES.has(word)) ? "source" : "unknown";
  if (!SOURCES.has(verb)) {
    if (all.some((word) => EXECUTIONS.has(word))) return "execution";
    return STORING.has(verb) ? "storage" : "sink";
  }
  // `search_and_send`: what is joined is a verb of its own.
  const joint = all.findIndex((word, at) => at > first && JOINTS.has(word));
  const rest = joint === -1 ? [] : all.slice(joint + 1);
  if (rest.some((word) => EXECUTIONS.has(word))) return "execution";
  if (rest.some((word) => SINKS.has(word))) return "sink";
  // `query_sql`, `open_terminal` say what to do with what runs; they run it all the same.
  return all.some((word) => RUNNING.has(word)) ? "execution" : "source";
}

const STORING = words("write save store append log record note edit");
const RUNNING = words("sql shell bash terminal repl exec execute");

const isVerb = (word: string): boolean => SOURCES.has(word) || SINKS.has(word) || EXECUTIONS.has(word);
