import { wordList } from "./word-list.ts";

/** Common given names, surnames and towns of languages in which the name lists are short; from general knowledge, written for this project. */

export const COMMON_GIVEN: Readonly<Record<string, readonly string[]>> = {
  de: wordList(`Hannelore Jochen Detlef Jürgen Günter Günther Heinz Helmut Horst Dieter Uwe Wolfgang Gerhard Manfred Siegfried Rüdiger
    Bernd Volker Holger Thorsten Torsten Carsten Karsten Steffen Matthias Andreas Stefan Markus Ulrich Rainer Reiner Lothar Norbert
    Heiko Sönke Hauke Korbinian Xaver Alois Sepp Ansgar Hartmut Ekkehard Eckhard Friedhelm Hubertus Irmgard Ingrid Gudrun Helga
    Gisela Ursula Renate Brigitte Sabine Petra Heike Silke Anke Birgit Kerstin Claudia Susanne Andrea Monika Roswitha Gesine Friederike
    Annegret Anneliese Liselotte Waltraud Edeltraud Mechthild Elfriede Svenja Wiebke Imke Frauke Antje Katja Tanja Anja Nadine Jessica
    Marlene Mareike Leonie Lina Mia Emil Anton Moritz Jonas Finn Luis Ben Noah Paul Elias Matteo Mats Fiete`),
  nl: wordList(`Jeroen Marijke Annemiek Wouter Sjoerd Teun Joost Maarten Pieter Jan Kees Cornelis Gerrit Hendrik Willem Dirk Klaas Bart Ruben
    Niels Sander Jasper Thijs Daan Sem Bram Lars Stijn Koen Floris Rutger Diederik Anouk Femke Sanne Lotte Fleur Roos Maaike Marieke
    Annelies Ingrid Wilma Tineke Hanneke Marleen Rianne Saskia Esther Ilse Nienke Eline Lieke Evi Noor Fenna Jolanda Mirjam Petra`),
  sv: wordList(`Lars Anders Johan Erik Per Karl Nils Lennart Göran Gunnar Sven Björn Håkan Magnus Fredrik Mikael Jonas Mattias Henrik Ulf Bengt
    Rune Stig Axel Oskar Hugo Elias Viktor Anton Tobias Rasmus Ebba Astrid Ingrid Ingegerd Birgitta Kerstin Karin Anna Eva Margareta
    Agneta Gudrun Pernilla Malin Sanna Sofia Linnéa Elsa Maja Alva Wilma Saga Tove Åsa Ulrika Annika Helena Marie Inga Gunilla Barbro
    Monica Siv Britt Märta Signe Greta Selma Tyra Moa Klara`),
  da: wordList(`Jens Niels Lars Peter Hans Søren Jørgen Mads Rasmus Mikkel Anders Kasper Jesper Henrik Torben Poul Bent Kurt Ole Erik Svend
    Villads Oskar Magnus Malthe Emil Noah Mette Birthe Kirsten Hanne Anne Lene Bente Inge Karen Susanne Pia Camilla Line Signe Ida Freja
    Lærke Astrid Alma Clara Josefine Sofie Laura Maja Trine Dorthe Gitte Helle Lone Tove Ulla Vibeke Rikke Maria`),
  nb: wordList(`Torbjørn Ole Knut Kjell Arne Odd Svein Geir Terje Øyvind Bjørn Trond Morten Eirik Espen Håkon Sondre Magnus Jonas Tore Leif
    Gunnar Harald Olav Sverre Ragnar Sigurd Eivind Vegard Ragnhild Solveig Ingrid Kjersti Silje Guro Unni Berit Randi Marit Bjørg Astrid Gerd
    Turid Wenche Thea Nora Ingeborg Hedda Tiril Live Sigrid Synne Marte Kari Liv Anne Hilde Tone Heidi Inger Torunn Åse Gro`),
  fi: wordList(`Juhani Mikko Matti Jukka Pekka Timo Kari Heikki Antti Jari Markku Hannu Juha Veikko Eero Olli Ilkka Seppo Tapio Jorma Reijo Kalevi
    Eetu Onni Leo Elias Oliver Väinö Eino Toivo Ville Lauri Sami Janne Teemu Aino Helmi Kerttu Pirkko Tuulikki Sanna Maria Anneli
    Kaarina Marjatta Hannele Liisa Ritva Pirjo Leena Päivi Tiina Minna Anu Satu Heli Riikka Emilia Eevi Elli Lumi Venla Iida Siiri Hilla
    Jenni Katja Johanna Elina Marja Tarja Sirpa Raija Eila Hilkka`),
  hu: wordList(`László István József János Zoltán Sándor Gábor Ferenc Attila Péter Tamás Zsolt Tibor András Csaba Imre Lajos György Balázs Gergő
    Gergely Bence Máté Dávid Ádám Levente Dominik Botond Mária Erzsébet Katalin Ilona Éva Anna Zsuzsanna Margit Judit Ágnes Julianna Ildikó
    Andrea Erika Krisztina Eszter Réka Noémi Emese Luca Hanna Zsófia Jázmin Boglárka Dóra Orsolya Anikó Mónika Piroska Gizella Tünde`),
  tr: wordList(`Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim İsmail Osman Yusuf Murat Ömer Ramazan Halil Süleyman Abdullah Mahmut Serkan Hakan
    Emre Onur Burak Volkan Kerem Cem Kaan Eren Berk Tolga Uğur Selim Orhan Fatih Gökhan Fatma Ayşe Emine Hatice Zeynep Elif Meryem Şerife
    Sultan Hanife Merve Büşra Esra Gülşen Nurcan Sevgi Pınar Özlem Selin Ece Derya Ebru Aslı Tuğba Gizem Seda Filiz Nur Melek`),
  pl: wordList(`Zbigniew Andrzej Krzysztof Stanisław Tomasz Paweł Jan Marcin Marek Michał Grzegorz Jerzy Tadeusz Adam Łukasz Ryszard Dariusz
    Henryk Mariusz Kazimierz Wojciech Robert Mateusz Marian Rafał Jacek Janusz Mirosław Maciej Sławomir Jarosław Kamil Wiesław Roman
    Bogdan Bożena Barbara Ewa Elżbieta Zofia Teresa Magdalena Joanna Danuta Irena Halina Helena Beata Agnieszka Katarzyna Małgorzata
    Urszula Dorota Iwona Renata Grażyna Ewelina Aleksandra Justyna Karolina Paulina Weronika Wiktoria Kinga Oliwia Zuzanna Hanna`),
  cs: wordList(`Jiří Jan Petr Josef Pavel Martin Tomáš Jaroslav Miroslav Zdeněk Václav Michal František Jakub Milan Karel Lukáš David Vladimír
    Ondřej Ladislav Roman Stanislav Marek Radek Vojtěch Matěj Oldřich Antonín Bohumil Marie Jana Eva Hana Anna Lenka Kateřina Lucie Věra
    Alena Petra Veronika Jaroslava Tereza Martina Jitka Helena Ludmila Zdeňka Ivana Monika Eliška Zuzana Markéta Marcela Barbora Dagmar
    Kristýna Radka Květa Jarmila Božena Vlasta`),
  hr: wordList(`Ivan Marko Josip Stjepan Tomislav Željko Ante Nikola Mario Luka Domagoj Zvonimir Krešimir Hrvoje Davor Goran Zoran Dražen Branimir
    Vedran Mislav Petar Jure Marija Ana Ivana Mirjana Katarina Jelena Nada Snježana Željka Vesna Lucija Petra Mia Sara Nikolina Marina
    Gordana Jadranka Ljiljana Dubravka Biserka Anđela Iva Lana`),
  ro: wordList(`Andrei Alexandru Gheorghe Ion Ioan Vasile Nicolae Mihai Constantin Ștefan Florin Adrian Cristian Marian Gabriel Radu Răzvan Vlad
    Cătălin Costel Dumitru Bogdan Sorin Liviu Cornel Maria Elena Ioana Ana Mihaela Andreea Raluca Oana Mădălina Luminița Cristina Alina
    Gabriela Daniela Simona Corina Roxana Laura Bianca Anca Carmen Monica Doina Georgiana Larisa`),
  es: wordList(`Ainhoa Iker Maite Encarnación Eustaquio Wilfredo Nuria Rosalía Leonor Pilar Ignacio Gonzalo Joaquín Begoña Itziar Unai Aitor Mikel
    Montserrat Jordi Núria Macarena Rocío Almudena Iñaki Edurne Xavier Álvaro Íñigo Nacho Paco Pepe Lola Charo Paqui`),
  pt: wordList(`Thaís Wellington Jussara Ubirajara Conceição Iolanda Zulmira Fabiano Caio Tiago Rui Duarte Nuno Gonçalo Afonso Henrique Vasco
    Madalena Inês Joana Matilde Catarina Anselmo Débora Gisele Flávia Renata Patrícia Priscila Leandro Thiago Vinícius Raimundo`),
  el: wordList(`Γιώργος Γεώργιος Γιάννης Ιωάννης Κώστας Κωνσταντίνος Νίκος Νικόλαος Δημήτρης Δημήτριος Παναγιώτης Βασίλης Χρήστος Θανάσης Θεόδωρος
    Μιχάλης Σταύρος Σπύρος Πέτρος Ανδρέας Αντώνης Μανώλης Στέλιος Αλέξανδρος Ηλίας Λευτέρης Μάκης Τάσος Μαρία Ελένη Κατερίνα Αικατερίνη
    Βασιλική Σοφία Γεωργία Αναστασία Ιωάννα Δήμητρα Ευαγγελία Δέσποινα Παρασκευή Αγγελική Χριστίνα Φωτεινή Άννα Ειρήνη Ζωή Μαρίνα Νίκη
    Γιώργο Γιάννη Κώστα Νίκο Δημήτρη Σταύρο Σπύρο Πέτρο Ανδρέα Αντώνη Μιχάλη Χρήστο Θανάση Αλέξανδρο`),
  ru: wordList(`Александр Сергей Дмитрий Андрей Алексей Максим Евгений Иван Михаил Артём Николай Владимир Юрий Виктор Павел Игорь Олег Роман
    Константин Геннадий Аркадий Пётр Кирилл Борис Вадим Григорий Леонид Станислав Тимур Егор Никита Илья Глеб Денис Антон Вячеслав Валерий
    Анна Мария Елена Ольга Наталья Татьяна Ирина Екатерина Светлана Людмила Анастасия Настя Юлия Галина Валентина Дарья Оксана Вероника
    Алина Полина Ксения Виктория Маргарита Тамара Зинаида Нина Лариса Раиса Саша Дима Маша Катя Лена Таня Серёжа Ваня Миша Коля Женя`),
  uk: wordList(`Олександр Сергій Андрій Олексій Дмитро Максим Іван Михайло Микола Володимир Юрій Віктор Павло Ігор Олег Роман Тарас Богдан Назар
    Ярослав Василь Петро Григорій Остап Данило Артем Євген Степан Анна Марія Олена Ольга Наталія Тетяна Ірина Катерина Світлана Людмила
    Оксана Галина Соломія Христина Ярослава Юлія Вікторія Дарина Леся Надія Любов Ганна Софія Злата Мирослава Іванна`),
  id: wordList(`Agus Budi Bambang Slamet Sri Siti Dewi Wulandari Ratna Indah Rizky Putri Eko Joko Dwi Tri Yusuf Ahmad Muhammad Abdul Hendra Andi
    Rudi Iwan Heru Wahyu Adi Arif Fajar Ilham Dian Rina Lestari Ayu Fitri Nur Nurul Wati Yuni Endang Kartini Tuti Yanti Bagus Galih
    Dimas Reza Gilang Kartika Intan Maya Mega Nadia Rahmat Ridwan Surya Taufik Yudi`),
  vi: wordList(`Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Văn Thị Hữu Đức Minh Quốc Bảo Tuấn Hùng Dũng Phước Hằng Hạnh
    Hương Linh Trang Thảo Ngọc Phương Thủy Vân Yến Nhung Khánh Khang Long Nam Sơn Thành Trung Quân Tùng Việt Cường Hải Hiếu Hà Mai Lan Thu Anh`),
  hi: wordList(`Rajesh Suresh Ramesh Mahesh Ganesh Dinesh Rakesh Mukesh Manoj Sanjay Vijay Ajay Anand Arvind Ashok Deepak Gaurav Harish Karthik
    Krishna Lokesh Manish Nitin Pankaj Prakash Pranav Rohit Sachin Sandeep Shyam Siddharth Sunil Vikram Vinod Vivek Yash Aarav Ishaan Kabir
    Aishwarya Asha Divya Geeta Kavita Kiran Lata Leela Madhuri Meena Nisha Padma Pallavi Rekha Sangeeta Shalini Shweta Sita Sneha Swati Usha Vidya`),
  en: wordList(`Imelda Cordelia Priscilla Siobhan Niamh Aoife Eoin Ciaran Declan Seamus Padraig Maddie Beth Hank Theo Gus Gretchen Bartholomew Winifred
    Mildred Ethel Agnes Marguerite Tabitha Yolanda Tyrone DeShawn LaToya Jamal Keisha Aaliyah Rashad Imani Kwame Oluwaseun Chidi Ifeoma Ngozi
    Quentin Emmett Rodrigo Leila Farrah Dolores Mei Jin Hiro Kenta Haruna Xiaoyan Weiguo Karim Layla`),
};

export const COMMON_SURNAMES: Readonly<Record<string, readonly string[]>> = {
  de: wordList(`Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz
    Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Krause Meier Lehmann Schmid Schulze Maier Köhler Herrmann König Walter
    Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck
    Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Groß Seidel
    Heinrich Brandt Haas Schreiber Graf Dietrich Ziegler Kuhn Kühn Pohl Engel Horn Busch Bergmann Voigt Sauer Arnold Wolff Pfeiffer Oberhuber`),
  nl: wordList(`Bakker Visser Smit Meijer Mulder Bos Vos Peters Hendriks Dekker Brouwer Dijkstra Smeets Hoekstra Postma Verschuren Kuipers Kuiper
    Koster Prins Huisman Postma Schouten Willems Jacobs Vermeulen Kok Jansen Janssen Maas Verhoeven Sanders Scholten Veenstra Groot Bosch Wiersma
    Bosman Molenaar Hermans Martens Driessen Kramer Gerritsen Timmermans Schipper Hoogland Dijkgraaf Achterberg Bakhuis`),
  sv: wordList(`Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson Pettersson Jonsson Jansson Hansson Bengtsson
    Jönsson Lindberg Jakobsson Magnusson Lindström Olofsson Lindqvist Lindgren Berg Axelsson Bergström Lundberg Lind Lundgren Lundqvist Mattsson
    Berglund Fredriksson Sandberg Henriksson Forsberg Sjöberg Wallin Engström Eklund Danielsson Lundin Håkansson Björk Bergman Gunnarsson Holm
    Wikström Samuelsson Isaksson Fransson Bergqvist Nyström Holmberg Arvidsson Löfgren Söderberg Nyberg Ekdahl Hellström Wiklund Åkesson Sandström`),
  da: wordList(`Jensen Nielsen Hansen Pedersen Andersen Christensen Larsen Sørensen Rasmussen Jørgensen Petersen Madsen Kristensen Olsen Thomsen
    Christiansen Poulsen Johansen Møller Mortensen Knudsen Jakobsen Frederiksen Lund Holm Schmidt Eriksen Kristiansen Clausen Simonsen Svendsen
    Andreasen Iversen Jeppesen Mogensen Vestergaard Kjær Bech Dahl Friis Winther Thorup Bagger Damgaard Kjeldsen Bruun Lauridsen Toft`),
  nb: wordList(`Hansen Johansen Olsen Larsen Andersen Pedersen Nilsen Kristiansen Jensen Karlsen Johnsen Pettersen Eriksen Berg Haugen Hagen Johannessen
    Andreassen Jacobsen Dahl Jørgensen Halvorsen Henriksen Lund Sørensen Jakobsen Moen Gundersen Iversen Strand Solberg Svendsen Eide Knutsen
    Martinsen Paulsen Bakken Kristoffersen Mathisen Lie Amundsen Nguyen Rasmussen Lunde Solheim Moe Nygård Bakke Berge Aasen Myhre Tveit
    Haugland Nesheim Hauge Ruud Sandvik Aune Brekke`),
  fi: wordList(`Korhonen Virtanen Mäkinen Nieminen Mäkelä Hämäläinen Laine Heikkinen Koskinen Järvinen Lehtonen Lehtinen Saarinen Salminen Heinonen
    Niemi Heikkilä Salonen Kinnunen Turunen Salo Laitinen Tuominen Rantanen Karjalainen Jokinen Mattila Savolainen Lahtinen Ahonen Ojala
    Leppänen Väisänen Hiltunen Kallio Miettinen Leinonen Pitkänen Aaltonen Manninen Hakala Koivisto Hietala Salmela Koskela Vuorinen Lehtosaari`),
  hu: wordList(`Nagy Kovács Tóth Szabó Horváth Varga Kiss Molnár Németh Farkas Balogh Papp Takács Juhász Lakatos Mészáros Oláh Simon Rácz Fekete Szilágyi
    Török Fehér Balázs Gál Kis Szűcs Kocsis Orsós Pintér Fodor Szalai Sipos Magyar Lukács Gulyás Bíró Király László Katona Jakab Bogdán Balog`),
  tr: wordList(`Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat
    Korkmaz Erdoğan Aksoy Toprak Karataş Erdem Güneş Bulut Tekin Yavuz Acar Güler Turan Bozkurt Taş Ünal Yüksel Keskin Avcı Işık Aktaş Uçar`),
  pl: wordList(`Nowak Kowalski Kowalska Wiśniewski Wiśniewska Wójcik Kowalczyk Kamiński Kamińska Lewandowski Zieliński Zielińska Szymański Woźniak Dąbrowski
    Kozłowski Jankowski Mazur Wojciechowski Kwiatkowski Krawczyk Kaczmarek Piotrowski Grabowski Zając Pawłowski Michalski Król Wieczorek Jabłoński
    Wróbel Nowakowski Majewski Olszewski Stępień Malinowski Jaworski Jaworska Adamczyk Dudek Pawlak Górski Nowicki Sikora Walczak Baran Rutkowski
    Karpiński Wilczyński Wilczyńska Gajewski Mroczek Borowiec`),
  cs: wordList(`Novák Nováková Svoboda Svobodová Novotný Novotná Dvořák Dvořáková Černý Černá Procházka Procházková Kučera Kučerová Veselý Veselá Krejčí
    Horák Horáková Němec Marek Pokorný Pokorná Pospíšil Hájek Hájková Jelínek Král Růžička Beneš Fiala Sedláček Doležal Doležalová Zeman Kolář
    Navrátil Čermák Vaněk Urban Blažek Kříž Kovář Kratochvíl Bartoš Vlček Polák Musil Šimek Šimková Konečný Malý Holub Staněk Vondráček`),
  hr: wordList(`Horvat Kovačević Babić Marić Jurić Novak Kovačić Knežević Vuković Marković Petrović Matić Tomić Pavlović Kovač Božić Blažević Grgić Pavić
    Radić Perić Filipović Šarić Lovrić Vidović Perković Popović Bošnjak Jukić Barišić Marušić Šimić`),
  ro: wordList(`Popa Popescu Ionescu Pop Radu Dumitru Stan Stoica Gheorghe Matei Rusu Ciobanu Munteanu Constantin Dinu Marin Stanciu Dobre Barbu Vasile
    Ilie Tudor Moldovan Stănescu Georgescu Dragomir Vasilescu Manole Ursu Pavel Lungu Nistor Florea Diaconu Preda Neagu`),
  es: wordList(`García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz Moreno Muñoz Álvarez Romero
    Alonso Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Ramírez Serrano Blanco Molina Morales Suárez Ortega Delgado Castro Ortiz Rubio
    Marín Sanz Núñez Iglesias Medina Garrido Cortés Castillo Santos Lozano Guerrero Cano Prieto Méndez Cruz Calvo Gallego Vidal León Márquez
    Herrera Peña Flores Cabrera Campos Vega Fuentes Carrasco Bermúdez Quintana Villarreal Echeverría Huamán Montalbán Belmonte Ordóñez`),
  pt: wordList(`Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes
    Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Santana Teixeira Nogueira
    Pimentel Lacerda Rebelo Bastos Sequeira Figueiredo Antunes Correia Pinto Cunha Monteiro Moura Azevedo Neves Cavalcanti Tavares Coelho`),
  el: wordList(`Παπαδόπουλος Παπαδοπούλου Παππάς Παππά Νικολάου Γεωργίου Αντωνίου Ιωάννου Δημητρίου Καραγιάννης Καραγιάννη Μακρής Σωτηρίου Αλεξίου
    Βλάχος Οικονόμου Παπαγεωργίου Κωνσταντίνου Βασιλείου Αθανασίου Χριστοδούλου Λιάπης Δήμου Σταθόπουλος Αναγνώστου Μιχαηλίδης`),
  ru: wordList(`Иванов Иванова Смирнов Смирнова Кузнецов Кузнецова Попов Попова Васильев Васильева Петров Петрова Соколов Соколова Михайлов Новиков
    Фёдоров Морозов Морозова Волков Алексеев Лебедев Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров
    Зайцев Соловьёв Борисов Яковлев Григорьев Романов Воробьёв Сергеев Кузьмин Фролов Александров Дмитриев Королёв Гусев Киселёв Ильин Максимов
    Поляков Сорокин Виноградов Ковалёв Белов Медведев Антонов Тарасов Жуков Баранов Филиппов Комаров Давыдов Беляев Герасимов Крылов Крылова
    Горохов Стрельцов Лаптев Ершов Савельев Белозёров Зимин`),
  uk: wordList(`Шевченко Коваленко Бондаренко Ткаченко Кравченко Ковальчук Коваль Олійник Шевчук Поліщук Лисенко Бойко Мельник Кравчук Мельничук Марченко
    Савченко Руденко Петренко Мороз Клименко Павленко Савчук Кузьменко Романюк Гнатюк Дорошенко Левченко Бондар Кравець Гончаренко Іваненко`),
  id: wordList(`Santoso Wijaya Susanto Setiawan Hidayat Nugroho Saputra Kurniawan Pratama Prasetyo Wibowo Siregar Nasution Simanjuntak Hapsari Kusuma
    Maulana Santosa Permatasari Nurhaliza Gunawan Halim Hartono Iskandar Lubis Purnama Rahayu Suryadi Tanjung Utami Wulan`),
  en: wordList(`Fitzwilliam Abernathy Haverford Willoughby Lockridge Pruitt Vanderbilt Ashdown Crane Okonjo Adebayo Nasrallah Krishnamurthy Eze Okoro
    Balogun Achebe Mbatha Petrenko Kowalczyk Delacroix Beaumont Lafayette Devereux Gallagher Donoghue OConnor Cavendish Pemberton Hathaway`),
  fr: wordList(`Lefebvre Leclerc Marchetti Garnier Rousselet Poirier Bouchard Kerguelen Dumoulin Benali Girard Bonnet Dupont Dubois Durand Moreau Laurent
    Lefevre Michel Leroy Roux David Bertrand Morel Fournier Mercier Guerin Boyer Chevalier Francois Legrand Gauthier Perrin Robin Clement Morin
    Dumont Lopez Fontaine Rousseau Masson Noel Renard Giraud Barbier Brunet Schmitt Leroux Colin Vidal Caron Picard Roger Fabre Aubert Lemoine`),
};

/** Towns and countries as languages of other scripts write them, and other names of well known ones. */
export const COMMON_PLACES: readonly string[] =
  wordList(`Москва Петербург Новосибирск Екатеринбург Казань Самара Омск Челябинск Ростов Уфа Красноярск Воронеж Пермь Волгоград Краснодар Саратов Тюмень
  Тула Сочи Владивосток Иркутск Хабаровск Ярославль Томск Рязань Липецк Калининград Минск Киев Алматы Ташкент Баку Ереван Тбилиси Рига Вильнюс
  Таллин Варшава Прага Берлин Париж Лондон Рим Мадрид Вена Стамбул Пекин Токио Россия Грузия Армения Германия Франция Италия Испания Польша Китай
  Турция Украина Беларусь Казахстан Англия Америка Сибирь Крым Урал Кавказ
  Київ Львів Харків Одеса Дніпро Полтава Луцьк Чернівці Ужгород Тернопіль Вінниця Житомир Рівне Суми Херсон Миколаїв Запоріжжя Черкаси Чернігів
  Україна Польща Чехія Німеччина Франція Італія Іспанія Англія Австрія Угорщина Румунія Карпати
  София Пловдив Варна Бургас България Белград Нови Скопје Македонија Србија
  Αθήνα Θεσσαλονίκη Πάτρα Λάρισα Βόλος Ηράκλειο Χανιά Ρόδος Κρήτη Κέρκυρα Ιωάννινα Καβάλα Καλαμάτα Κύπρος Ελλάδα Λονδίνο Παρίσι Βερολίνο Ρώμη Ιταλία
  Ισπανία Γαλλία Γερμανία Αγγλία Αμερική Μάλτα Τουρκία
  Varsovie Londres Genève Bruxelles Anvers Lisbonne Moscou Pékin Vienne Munich Cologne Florence Venise Milan Naples Séville Athènes Varsavia Londra Parigi
  Berlino Monaco Vienna Lisbona Mosca Pechino Atene Ginevra Zurigo Londres París Berlín Múnich Viena Lisboa Moscú Pekín Atenas Ginebra Zúrich Varsovia
  Mailand Florenz Venedig Rom Neapel Lissabon Moskau Peking Warschau Prag Brüssel Genf Kopenhagen Athen Bukarest Krakau Danzig Breslau Parijs Londen
  Berlijn Wenen Keulen Lissabon Praag Brussel Kopenhagen Rome Lontoo Pariisi Berliini Tukholma Moskova Rooma Kööpenhamina Turku Oulu Tampere Kuopio
  Londyn Paryż Berlin Wiedeń Praga Rzym Moskwa Włochy Niemcy Hiszpania Londýn Paříž Berlín Vídeň Řím Moskva Itálie Německo Rakousko Londra Viyana Atina
  Skottland Skotland Tyskland Polen Italien Spanien Frankrike Frankrig Norge Sverige Danmark Island Viro Ruotsi Norja Saksa Ranska Espanja Venäjä
  Wien Bécs Párizs Róma Ausztria Németország Olaszország Szlovákia Debrecen Szeged Pécs Miskolc Győr Austrija Mađarska Njemačka Italija Zadar Osijek
  Hà Hải Huế Lào Campuchia Jogja Yogyakarta`);
