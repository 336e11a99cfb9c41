import { countries } from "./names-data.ts";
import { wordList } from "./word-list.ts";

/** Inflected forms of countries and large towns, by rules of each language: endings that replace others. Written for this project. */

/** What a name ends with → what inflected forms end with; the first that fits is used. */
type Endings = readonly (readonly [ending: RegExp, forms: string])[];

const CONSONANT = /(?<=[^aeiouyáéíóúýěůąęаеиіоуыэюяєїё])$/u;

const ENDINGS: Readonly<Record<string, Endings>> = {
  cs: [
    [/ice$/, "ic icích icím"],
    [/ha$/, "hy ze hu hou"],
    [/ka$/, "ky ce ku kou"],
    [/ra$/, "ry ře ru rou"],
    [/a$/, "y ě e u ou"],
    [/ie$/, "ii ií"],
    [/o$/, "a u ě em"],
    [CONSONANT, "a u ě e em"],
  ],
  sk: [
    [/ice$/, "íc iciach iciam"],
    [/a$/, "y e u ou"],
    [/o$/, "a u e om"],
    [CONSONANT, "a u e om"],
  ],
  pl: [
    [/ice$/, "ic icach icom"],
    [/ów$/, "owa owie owem"],
    [/ia$/, "ii ię ią"],
    [/ka$/, "ki ce kę ką"],
    [/ga$/, "gi dze gę gą"],
    [/ra$/, "ry rze rę rą"],
    [/da$/, "dy dzie dę dą"],
    [/a$/, "y i ie ę ą"],
    [/o$/, "a u ie em"],
    [/k$/, "ka ku kiem"],
    [CONSONANT, "a u ie em owi"],
  ],
  uk: [
    [/ія$/, "ії ію ією"],
    [/їв$/, "єва єву єві євом"],
    [/ів$/, "ова ову ові овом"],
    [/ль$/, "ля лю лі лем"],
    [/ка$/, "ки ці ку кою"],
    [/га$/, "ги зі гу гою"],
    [/а$/, "и і у ою"],
    [/о$/, "а у ом"],
    [/е$/, "ого ому"],
    [/я$/, "і ю ею"],
    [CONSONANT, "а у і ом"],
  ],
  ru: [
    [/ия$/, "ии ию ией"],
    [/а$/, "ы и е у ой"],
    [/ь$/, "и ью я е"],
    [/я$/, "и е ю ей"],
    [CONSONANT, "а у е ом"],
  ],
  hr: [
    [/ka$/, "ke koj ku kom"],
    [/a$/, "e i u om"],
    [/o$/, "a u om"],
    [CONSONANT, "a u om em"],
  ],
  hu: [
    [/a$/, "ában ába ából ának át án áról ára ától"],
    [/e$/, "ében ébe éből ének ét én éről ére étől"],
    [/$/, "ban ben ba be ból ből on en ön n ra re ról ről nak nek t ot et öt tól től"],
  ],
  fi: [[/$/, "n ssa ssä sta stä an än lla llä lta ltä lle on ön un in en"]],
  de: [[/(?<=[^sßxz])$/, "s"]],
};

/** Large towns, as their languages name them; of Finnish, with the stems that endings follow. */
const TOWNS: Readonly<Record<string, string>> = {
  cs: `Praha Brno Ostrava Plzeň Liberec Olomouc Pardubice Zlín Kladno Opava Jihlava Morava Čechy Slezsko Bratislava Vídeň Berlín Mnichov Paříž Londýn Řím Madrid Varšava Budapešť
    Moskva Kyjev Benátky Barcelona Amsterdam Brusel`,
  sk: "Bratislava Košice Prešov Žilina Nitra Trnava Trenčín Martin Poprad Praha Brno Viedeň Budapešť Varšava Londýn Paríž Rím Berlín Moskva Kyjev",
  pl: `Warszawa Kraków Łódź Wrocław Poznań Gdańsk Szczecin Bydgoszcz Lublin Białystok Katowice Gdynia Częstochowa Radom Toruń Kielce Rzeszów Olsztyn Opole Gliwice Zabrze Sopot Zakopane
    Śląsk Mazury Pomorze Małopolska Wielkopolska Berlin Wiedeń Praga Paryż Londyn Rzym Madryt Moskwa Kijów Lwów Wilno Budapeszt Bruksela Barcelona Wenecja Mediolan`,
  uk: `Київ Харків Одеса Дніпро Львів Запоріжжя Миколаїв Вінниця Херсон Полтава Чернігів Черкаси Житомир Суми Рівне Тернопіль Луцьк Ужгород Чернівці Буковель Закарпаття Галичина Волинь
    Крим Донбас Варшава Краків Прага Берлін Париж Лондон Рим Мадрид Відень Будапешт Москва Стамбул`,
  ru: "Москва Петербург Казань Самара Омск Томск Пермь Уфа Сочи Тула Тверь Рязань Воронеж Краснодар Сибирь Урал Крым Кавказ Якутск Мурманск Киев Минск Одесса Львов Рига Прага Варшава Вена Париж Лондон Рим Берлин",
  hr: "Zagreb Split Rijeka Osijek Zadar Pula Dubrovnik Varaždin Šibenik Karlovac Istra Dalmacija Slavonija Beograd Sarajevo Ljubljana Beč Berlin Pariz London Rim Prag Budimpešta",
  hu: `Budapest Debrecen Szeged Miskolc Pécs Győr Nyíregyháza Kecskemét Székesfehérvár Szombathely Szolnok Tatabánya Kaposvár Eger Sopron Veszprém Zalaegerszeg Balaton Erdély Bécs
    Berlin München Prága Párizs London Róma Madrid Varsó Moszkva Pozsony Kolozsvár Barcelona Velence`,
  fi: `Helsingi Espoo Tamperee Vantaa Oulu Turu Jyväskylä Lahde Kuopio Pori Kouvola Joensuu Vaasa Rovanieme Hämeenlinna Seinäjoe Lapi Ahvenanmaa Savo Karjala Tukholma Tallinna Pietari
    Lontoo Pariisi Berliini Rooma Madridi Moskova Kööpenhamina Oslo Wieni`,
  de: "Berlin Hamburg München Köln Bayern Sachsen Hessen Europa Asien Afrika Amerika Deutschland Italien",
};

/** Forms that no rule makes. */
const IRREGULAR =
  wordList(`Niemczech Niemiec Włoszech Włoch Węgrzech Węgier Czechach Kielcach Zakopanem Zakopanego Zabrzu Čechách Benátkách Benátek Chorvatsku Německu Řecku Brně Praze Vídni Paříži
  Сумах Черкасах Чернівцях Вінниці Запоріжжі Закарпатті Ruotsiin Ranskaan Norjaan Lappiin Lapissa Helsinkiin Turkuun Lahteen Poriin`);

/** Names of towns and regions, and of countries, as sentences inflect them. */
export function inflectedPlaces(): { readonly towns: readonly string[]; readonly countries: readonly string[] } {
  const known = countries();
  const towns = Object.entries(TOWNS).flatMap(([language, names]) => formsOf(wordList(names), language));
  const nations = Object.keys(ENDINGS).flatMap((language) => formsOf(known.get(language) ?? [], language));
  return { towns: [...towns, ...IRREGULAR], countries: nations };
}

function formsOf(names: readonly string[], language: string): readonly string[] {
  const endings = ENDINGS[language] ?? [];
  return names
    .filter((name) => /^\p{Lu}\p{Ll}{2,}$/u.test(name))
    .flatMap((name) => {
      const rule = endings.find(([ending]) => ending.test(name));
      return rule === undefined ? [] : rule[1].split(" ").map((form) => name.replace(rule[0], form));
    });
}
