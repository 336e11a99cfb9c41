import { wordList } from "../word-list.ts";

/** German nouns, which are written with a capital everywhere, and sentences to put them in. Written for this project. */

const SIMPLE =
  wordList(`Zeit Jahr Tag Nacht Mensch Menschen Kind Kinder Frau Mann Männer Frauen Haus Häuser Wasser Feuer Luft Erde Leben Tod
  Krieg Frieden Staat Volk Macht Recht Gesetz Gericht Arbeit Geld Preis Markt Handel Firma Werk Buch Bücher Wort Worte Bild
  Bilder Lied Musik Kunst Schule Lehrer Schüler Arzt Kranke Hand Kopf Herz Auge Stimme Name Weg Straße Brücke Zug Schiff
  Flugzeug Wagen Stein Steine Holz Gold Silber Eisen Farbe Licht Schatten Wetter Regen Schnee Wind Sommer Winter Frühling
  Herbst Morgen Abend Woche Monat Stunde Anfang Ende Teil Seite Zahl Form Grund Ursache Folge Frage Antwort Problem Lösung
  Ziel Plan Betrieb Konflikt Streit Kampf Sieg Niederlage Angriff Verteidigung Truppen Heer Armee Flotte Soldat Soldaten König
  Königin Fürst Graf Ritter Bauer Bürger Adel Kirche Kloster Glaube Gott Götter Priester Opfer Fest Hochzeit Ehe Sohn Tochter
  Vater Mutter Bruder Schwester Familie Freund Feind Nachbar Gast Fisch Vogel Pferd Hund Katze Wolf Baum Blume Wald Feld
  Garten Berg Tal Fluss See Meer Insel Küste Hafen Stadt Dorf Land Länder Grenze Gebiet Region Welt Himmel Sonne Mond Stern
  Raum Körper Blut Krankheit Wissen Forschung Theorie Modell Messung Versuch Ergebnis Daten Gerät Maschine Motor Strom Energie
  Kraft Druck Wärme Kälte Stoff Gewebe Zelle Muskel Knochen Gerücht Gerüchte Angst Freude Hoffnung Liebe Hass Wut Trauer
  Partei Wahl Wähler Regierung Minister Kanzler Präsident Parlament Behörde Polizei Verbrechen Täter Film Rolle Szene Bühne
  Spieler Trainer Tor Spiel Saison Verein Mannschaft Titel Rekord Rennen Kapelle Turm Mauer Fenster Tür Dach Keller Zimmer Küche
  Tisch Stuhl Bett Kleid Hut Schuh Brot Fleisch Milch Wein Bier Kabeljau Hering Rezept Gerede Schlick Prämie Anleihe Anwendung
  Benutzer Datei Dateien Server Funktion Funktionen Parameter Anfrage Antworten Kommentar Beispiel Beispiele Fehler Option
  Code Typ Liste Abhängigkeit Sicherheit Dokumentation Einstellung Abschnitt Verbindung Datenbank Schlüssel Version`);
const MORE =
  wordList(`Anfänger Faktoren Länder Kanäle Merkmale Fokus Klasse Kunde Kunden Kundin Konto Rechnung Rechnungen Vertrag Verträge Bestellung
  Lieferung Versand Rückgabe Termin Termine Besprechung Sitzung Protokoll Entwurf Brief Briefe Nachricht Nachrichten Mail Absender
  Empfänger Anhang Bericht Berichte Artikel Aufsatz Aufgabe Aufgaben Übung Prüfung Note Noten Studium Semester Vorlesung Professor Student
  Studenten Lehre Ausbildung Beruf Stelle Stellen Bewerbung Lebenslauf Gehalt Lohn Steuer Steuern Versicherung Miete Wohnung Möbel Umzug
  Urlaub Reise Reisen Flug Hotel Koffer Strand Ausflug Essen Frühstück Mittag Abendessen Suppe Salat Kuchen Torte Nudeln Reis Kartoffel
  Kartoffeln Gemüse Obst Apfel Äpfel Birne Zwiebel Knoblauch Butter Käse Zucker Salz Pfeffer Mehl Eier Öl Sport Training Fußball Spieler
  Verein Gesundheit Medizin Medikament Schmerz Schmerzen Fieber Husten Impfung Virus Pandemie Krankenhaus Praxis Pflege Symptome Gefühl
  Gefühle Gedanken Idee Ideen Vorschlag Vorschläge Vorteil Vorteile Nachteil Nachteile Unterschied Unterschiede Vergleich Tabelle Absatz
  Satz Sätze Text Texte Titel Überschrift Zusammenfassung Einleitung Schluss Thema Themen Punkt Punkte Zeile Zeilen Spalte Kapitel Roman
  Gedicht Geschichte Märchen Witz Rätsel Frau Frauen Herren Damen Leute Eltern Baby Oma Opa Tante Onkel Kollege Kollegen Kollegin Chef Team
  Gruppe Mitglied Mitglieder Verantwortung Erfolg Fehlschlag Risiko Risiken Gefahr Schutz Kontrolle Passwort Rechner Bildschirm Tastatur
  Drucker Netz Netzwerk Speicher Software Hardware Programm Programme Skript Algorithmus Variable Klasse Methode Schleife Adresse Ordner
  Wirtschaft Börse Aktie Aktien Aktienmarkt Zinsen Kredit Schulden Inflation Umsatz Gewinn Verlust Umwelt Klima Klimawandel Umweltschutz
  Energie Strom Heizung Wasserstoff Auto Autos Fahrrad Bus Bahn Zug Züge Stau Unfall Führerschein Werkstatt Reifen Fahrer Fahrerin
  Weihnachten Ostern Geburtstag Geschenk Geschenke Feier Party Hochzeit Russen Deutschen Amerikaner Europäer Christen Muslime Juden
  Flüchtlinge Bürger Wähler Politiker Journalisten Richter Anwalt Anwälte Zeuge Zeugen Polizist Polizisten Feuerwehr Leben Tier Tiere
  Pflanze Pflanzen Garten Rasen Rose Tulpe Wetter Sonne Wolken Gewitter Nebel Schnee Eis Hitze Datei Ordner Taste Knopf Schalter`);

export const GERMAN_NOUNS: readonly string[] = [...SIMPLE, ...MORE];

const TAILS = wordList(`ung ungen heit keit schaft tion ismus tum nis ling ment tät erei`);
const STEMS =
  wordList(`Entwickl Bewegu Verwalt Forder Bedeut Richt Ordn Wirk Leist Erfahr Bild Führ Handl Hoffn Mein Stell Üb Wahrnehm
  Sicher Frei Krank Möglich Schwierig Wissen Gesell Mann Freund Herr Informa Reak Na Produk Organisa Kommunika Realis Idealis
  Eigen Wachs Ergeb Ereig Geheim Früh Schmetter Experi Funda Aktivi Quali Universi Druck Bäck Malerei`);

export function germanNoun(random: () => number): string {
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? "";
  const kind = random();
  if (kind < 0.5) return pick(GERMAN_NOUNS);
  if (kind < 0.65) return pick(STEMS) + pick(TAILS);
  if (kind < 0.75) return pick(SIMPLE) + pick(["s", "en", "er", "e", "n"]);
  return pick(SIMPLE) + pick(["", "s", "en"]) + pick(SIMPLE).toLowerCase();
}

/** `{G}` is a noun. */
export const GERMAN: readonly string[] = [
  "Er sprach in {G} über {G} und {G}.",
  "Das {G} wurde von {G} in {G} gebracht.",
  "Nach {G} und {G} kam es zu {G}.",
  "Ohne {G} gibt es keine {G}.",
  "Die {G} der {G} ist für das {G} wichtig.",
  "In der {G} stand ein {G} aus {G}.",
  "{G} und {G} gehören zu den {G}.",
  "Mit {G} in der {G} lief der {G} davon.",
  "Viele {G} wurden durch {G} zerstört, weil {G} fehlte.",
  "Unter {G} versteht man die {G} von {G}.",
  "Es handelt sich um {G}, {G} und {G}.",
  "Die {G}, {G} genannt, wurde in {G} gehalten.",
  "Wegen der {G} ging das {G} in {G} über.",
  "Am {G} der {G} begann der {G}.",
  "Während die {G} in {G} war, blieb {G} aus.",
  "{P} sprach in {G} über die {G}.",
  "{L} und die {G} kamen nach {C}, um {G} zu kaufen.",
  "In {C} gab es {G} und {G}.",
  "Der {G} {P} erhielt in {C} den {G}.",
  "{L}s {G} war in ganz {N} bekannt.",
  "Für {L} war die {G} ein {G}.",
  "Später, als {L} die {G} verließ, war {N} ohne {G}.",
  "Dort traf {F} auf {P}, deren {G} in {G} lag.",
  "Laut {P}, {G} der {G}, ist das {G} sicher.",
  "Historiker wie {L} und {L} vertreten diese {G}.",
  "Die {G} von {L} wurde in {N} und {N} zum {G}.",
  "Danach zog {F} mit der {G} nach {C}, {S}.",
];
