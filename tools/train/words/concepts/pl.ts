import type { ConceptWords } from "./concept.ts";

/** Polish. */
export const PL: ConceptWords = {
  ignore:
    "zignoruj* ignoruj* ignorować zignorować zapomnij* zapomnieć pomiń* pomijaj* pominąć omiń* obejdź* zlekceważ* odrzuć* nie_zwracaj_uwagi nie_bierz_pod_uwagę zlej olej porzuć* nadpisz* nie_przestrzegaj proszę_zignorować",
  cease:
    "przestań* zatrzymaj* anuluj* przerwij* zakończ* już_nie dość wyłącz* nieważn* nie_obowiązuj* koniec wstrzymaj* uchylon*",
  change: "zmień* zmienić zastąp* zamień* zaktualizuj* nadpisz* przepisz* zmodyfikuj* zresetuj* podmień*",
  previous:
    "poprzedni* wcześniejsz* powyższ* wyżej dotychczasow* uprzedni* wcześniej dotąd stare pierwotn* ostatni* otrzyman* powyżej",
  all: "wszystkie wszystko wszystkich wszelki* każdy każde każdą cały całą całość dowoln* jakiekolwiek wszystkim",
  instruction:
    "instrukcj* polece* zasad* reguł* wytyczn* dyrektyw* rozkaz* polityk* ogranicze* zaleceni* nakaz* komend* wskazów* regulamin*",
  system: "system systemu systemow* systemie",
  prompt: "prompt prompty prompta promptu podpowiedź monit",
  hidden: "ukryt* tajn* wewnętrzn* poufn* pierwotn* początkow* niejawn* sekretn* oryginaln* niewidoczn*",
  new: "nowy nowa nowe nowych nową nowym zaktualizowan* prawdziw* rzeczywist* następując* inne poniższ*",
  now: "teraz od_teraz odtąd od_tej_chwili od_tej_pory natychmiast niezwłocznie obecnie już dzisiaj",
  instead: "zamiast zamiast_tego w_zamian raczej",
  end: "koniec_dokumentu koniec_instrukcji koniec_tekstu koniec_wiadomości koniec_kontekstu początek_nowych początek_dokumentu początek_instrukcji nowa_sesja nowa_rozmowa",
  reveal:
    "pokaż* ujawnij* wyświetl* wypisz* powtórz* powiedz* podaj* zdradź* wydrukuj* wymień* zacytuj* udostępnij* przepisz* skopiuj* wyjaw* opisz* ujawnić pokazać daj",
  verbatim:
    "dosłownie słowo_w_słowo słowo_po_słowie dokładnie w_całości bez_zmian w_pełni kompletn* co_do_słowa pełną pełny literalnie",
  text: "tekst* wiadomoś* słow* treś* rozmow* kontekst* zdani* konwersacj* czat* dialog* akapit*",
  ask: "co jaki jaka jakie jak dlaczego kto gdzie kiedy które czym",
  secretNoun:
    "hasło hasła haseł klucz* token* sekret* poświadcze* dane_logowania klucz_api kod_dostępu pin tajne_słowo",
  you: "ty pan pani ciebie cię tobie wy was państwo jesteś",
  your: "twój twoja twoje twoich twoją swój swoje swoich swoją wasz wasze pana pani państwa",
  me: "ja mi mnie mój moja moje moich moją my nam nasz*",
  assistant: "asystent* ai si sztuczn* model* bot boty bota chatbot* agent* gpt llm czatbot* robot*",
  reader:
    "jeśli_to_czytasz jeżeli_to_czytasz czytając_to ktokolwiek_to_czyta kto_to_czyta przetwarzając* przetwarzający_ten do_ai dla_ai jeśli_jesteś_ai jeśli_jesteś_modelem jeśli_jesteś_sztuczną uwaga_ai podczas_podsumow*",
  user: "użytkownik* klient* człowiek* ludzi ludzie osob* czytelnik*",
  admin:
    "admin* administrator* programist* właściciel* root operator* deweloper* szef* twórc* uprawnion* kierownik* dyrektor*",
  act: "udawaj* zachowuj_się działaj* zagraj* wyobraź* symuluj* wciel* odgrywaj* rola rolę jesteś_teraz udaj bądź graj naśladuj odpowiadaj_jako załóż",
  persona:
    "postać postaci persona tryb trybie tryb_programisty tryb_dewelopera tryb_debugowania tożsamość osobowość alter_ego dan bliźniak* złoczyńc* jailbreak* haker*",
  unrestricted:
    "bez_ogranicze* bez_zasad bez_cenzury bez_filtr* bez_granic bez_limitów nieograniczon* nieocenzurowan* wolny swobodnie żadnych_zasad żadnych_ogranicze* uwolnion* wolno_wszystko bez_reguł",
  filter: "filtr* bezpieczeństw* etyk* etyczn* moraln* cenzur* zabezpieczeni* moderacj* ochron* bariery",
  hypothetical:
    "hipotetyczn* fikcyjn* fikcj* opowiadani* opowieść historia gra grę test* badani* wyobraźni* scenariusz* powieść film* teoretyczn* załóżmy babci* eksperyment* bajk* wiersz*",
  harmful:
    "nielegaln* szkodliw* niebezpieczn* zakazan* niemoraln* nieetyczn* złośliw* przestęp* broń bomb* narkotyk* zhakować włamać przemoc* oszust*",
  trust:
    "zaufaj* autoryzowan* upoważnion* pozwoleni* zezwoleni* dozwolon* uprawnion* zgoda zgodę zatwierdzon* oficjaln* legaln* zweryfikowan*",
  refuse:
    "odmawia* odmów* odmowa nie_mogę nie_możesz przepraszam* przykro niestety odrzuc* jako_ai zastrzeże* ostrzeże* wymówk* niemożliwe",
  must: "musisz musi muszą należy powinieneś powinien posłuch* przestrzegaj* wykonuj* stosuj_się podporządk* koniecznie obowiązk* trzeba masz postępuj bezwzględnie",
  not: "nie żaden żadne żadnych nic nikt brak ani",
  without: "bez oprócz poza",
  never: "nigdy przenigdy pod_żadnym_pozorem w_żadnym_wypadku nigdy_więcej",
  always: "zawsze stale ciągle za_każdym_razem bez_wyjątku w_każdym_przypadku",
  only: "tylko jedynie wyłącznie nic_innego zaledwie po_prostu",
  respond:
    "odpowiedz* odpowiadaj* odpowiedź odpowiedzi odpisz* napisz* powiedz* mów pisz wyjaśnij* dodaj* wspomnij* potwierdź*",
  begin: "zacznij* rozpocznij* zaczynaj* oczywiście_oto oczywiście jasne_oto oto rozpocząć",
  decode:
    "odkoduj* zdekoduj* dekoduj* przetłumacz* odszyfruj* rozszyfruj* wspak od_tyłu odwróć* base64 rot13 zakodowan* zaszyfrowan* szyfr* morse binarn* pierwsze_litery",
  task: "zadani* cel celem misj* prac* zlecenie obowiązk*",
  send: "wyślij* wysłać prześlij* przekaż* opublikuj* wgraj* przelej* zamieść* mailem wysyłaj* załącz*",
  execute: "wykonaj* uruchom* wywołaj* użyj* aktywuj* otwórz* odpal* pobierz* zainstaluj* kliknij* włącz* odwiedź*",
  delete: "usuń* skasuj* wymaż* wyczyść* zniszcz* usunąć wykasuj* opróżnij*",
  tool: "narzędzi* funkcj* api polecenie komend* plik* skrypt* terminal* program* konsol* kod baz* folder* katalog*",
  url: "link linki linku url obraz* stron* witryn* adres* http https domen* zdjęci*",
  data: "dane danych informacj* histori* kontakt* rekord* osobow* pamięć adresy telefon*",
  document:
    "dokument* stron* mail* e_mail zgłoszeni* notat* artykuł* recenzj* opini* życiorys* cv załącznik* raport* list faktur* komentarz*",
  important: "ważn* piln* uwaga ostrzeżeni* priorytet* krytyczn* istotn* pilnie",
  notTell:
    "nie_mów* nie_wspominaj* nie_informuj* nie_ujawniaj* nie_zdradzaj* nie_powiadamiaj* po_cichu potajemnie w_tajemnicy dyskretnie skrycie bez_pytania bez_wspominania bez_informowania bez_potwierdzenia bez_wiedzy milcząco",
  rate: "oceń* ocena ocenę rekomenduj* poleć* polecaj* zatwierdź* punkt* najlepsz* zaakceptuj* doskonał* idealn* gwiazdek najwyżs* zatrudnij",
  pay: "zapłać* kup kupić przelej* przelew* faktur* konto konta rachunek* pieniądze płatnoś* opłać* zamów* kartę_podarunkową zwrot* bitcoin złotych",
};
