import { wordList } from "./word-list.ts";

/** Frequent names that the name lists lack, from general knowledge of the languages; written for this project. */

/** English and Irish, Scottish and Welsh ones. */
const ENGLISH =
  wordList(`Smith Johnson Williams Brown Jones Davis Miller Wilson Moore Taylor Anderson Thomas Jackson White Harris
  Martin Thompson Robinson Clark Lewis Lee Walker Hall Allen Young King Wright Scott Hill Green Adams Baker Nelson Carter
  Mitchell Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Morris Rogers Reed Cook Morgan Bell Murphy
  Bailey Cooper Richardson Cox Howard Ward Peterson Gray James Watson Brooks Kelly Sanders Price Bennett Wood Barnes Ross
  Henderson Coleman Jenkins Perry Powell Long Patterson Hughes Washington Butler Simmons Foster Bryant Alexander Russell Griffin
  Hayes Myers Ford Hamilton Graham Sullivan Wallace Woods Cole West Jordan Owens Reynolds Fisher Ellis Harrison Gibson McDonald
  Cruz Marshall Ortiz Gomez Murray Freeman Wells Webb Simpson Stevens Tucker Porter Hunter Hicks Crawford Henry Boyd Mason
  Kennedy Warren Dixon Burns Gordon Shaw Holmes Rice Robertson Hunt Black Daniels Palmer Mills Nichols Grant Knight Ferguson Rose
  Stone Hawkins Dunn Perkins Hudson Spencer Gardner Stephens Payne Pierce Berry Matthews Arnold Wagner Willis Ray Watkins Olson
  Carroll Duncan Snyder Hart Cunningham Bradley Lane Andrews Ruiz Harper Fox Riley Armstrong Carpenter Weaver Greene Lawrence
  Elliott Sims Austin Peters Kelley Franklin Lawson Fields Ryan Schmidt Carr Wheeler Chapman Oliver Montgomery Richards Williamson
  Johnston Banks Meyer Bishop McCoy Howell Morrison Hansen Garza Harvey Little Burton Stanley George Jacobs Reid Fuller Lynch Dean
  Gilbert Garrett Welch Larson Frazier Burke Hanson Day Moreno Bowman Fowler Brewer Hoffman Carlson Silva Pearson Holland Douglas
  Fleming Jensen Vargas Byrd Davidson Hopkins May Terry Wade Soto Walters Curtis Neal Caldwell Lowe Jennings Barnett Graves Horton
  Shelton Barrett Obrien Castro Sutton Gregory McKinney Lucas Miles Craig Chambers Holt Lambert Fletcher Watts Bates Hale Rhodes
  Newman Haynes McDaniel Mendez Bush Vaughn Parks Dawson Norris Hardy Love Steele Curry Powers Schultz Barker Page Ball Keller
  Chandler Weber Leonard Walsh Lyons Ramsey Wolfe Schneider Mullins Benson Sharp Bowen Daniel Barber Cummings Hines Baldwin
  Griffith Hubbard Salazar Reeves Warner Stevenson Burgess Santos Tate Cross Garner Mann Mack Moss Thornton McGee Farmer Goodwin
  Bloggs Blair Cameron Thatcher Churchill Brady Obama Clinton Trump Biden Reagan Nixon Carter Bieber Swift Gates Jobs Musk Bezos
  Beckham Rooney Gerrard Lampard Cavanagh Gallagher Doyle Byrne Nolan Kavanagh Quinn Brennan Whelan Regan Donnelly McCarthy
  Macdonald Mackenzie MacLeod Sinclair Buchanan Drummond Lennox Pritchard Bevan Gough Llewellyn Rees Vaughan Atkinson Whitehead
  Ashworth Bradshaw Holloway Hargreaves Pickering Barlow Dodd Fairclough Birch Sheppard Middleton Worthington Hawthorne Aldrin
  Sawyer Mercer Clarke Whitaker Whitfield Fitzgerald Sinatra Presley Lennon Hendrix Dylan Bowie Newton Darwin Einstein Lincoln
  Jefferson Roosevelt Eisenhower Kerry Romney McCain Cheney Rumsfeld Pelosi Sanders Warren Harris Pence`);

/** Of Asia, as they are written in Latin letters. */
const ROMANISED =
  wordList(`Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo Zheng Liang Xie Tang
  Song Deng Han Feng Cao Peng Zeng Xiao Tian Dong Pan Yuan Cai Jiang Yu Du Ye Cheng Wei Su Lu Ding Ren Shen Yao Jia Xia Fang Zou
  Shi Bai Qin Hou Kuo Chang Chiang Chou Hsu Hsieh Tsai Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Shin Kwon Hwang Ahn Yoo
  Hong Moon Bae Nguyen Tran Le Pham Phan Vu Vo Dang Bui Do Ngo Duong Ly Sato Suzuki Takahashi Tanaka Watanabe Ito Yamamoto
  Nakamura Kobayashi Kato Yoshida Yamada Sasaki Yamaguchi Matsumoto Inoue Kimura Hayashi Shimizu Yamazaki Mori Abe Ikeda
  Hashimoto Ishikawa Ogawa Okada Hasegawa Fujita Goto Kondo Murakami Endo Aoki Sakamoto Miyazaki Honda Ono Takeda Ueda Kurosawa
  Singh Kumar Sharma Gupta Patel Shah Mehta Reddy Rao Nair Iyer Menon Pillai Khan Ahmed Ali Hussain Malik Sheikh Chaudhry Gandhi
  Modi Nehru Kapoor Khanna Chopra Malhotra Joshi Desai Verma Mishra Pandey Tiwari Yadav Das Ghosh Banerjee Mukherjee Chatterjee
  Bose Sen Dutta Roy Mohammed Mohammad Muhammad Hassan Hussein Ibrahim Abdullah Rahman Rashid Saleh Saeed Mansour Nasser
  Haddad Khoury Sadat Mubarak Assad Erdogan Yilmaz Kaya Demir Celik Ozturk Aydin Arslan Dogan Kilic Karzai Khamenei Rouhani
  Okafor Adeyemi Okonkwo Mensah Boateng Kamau Ochieng Otieno Mwangi Wanjiru Diallo Traore Keita Mandela Mbeki Zuma Dlamini Nkosi
  Abebe Tesfaye Bekele Santoso Wijaya Suharto Sukarno Widodo Reyes Bautista Aquino Marcos Duterte Magsaysay`);

const ROMANISED_GIVEN =
  wordList(`Wei Fang Jing Lei Jun Yan Min Xin Hao Ming Hui Ling Mei Xiaoming Jinping Zedong Yifan Jiahao Minjun Jihoon Seojun
  Hyun Jisoo Minho Hana Yuki Hiroshi Takashi Kenji Haruki Akira Satoshi Naoko Keiko Yoko Sakura Haruto Yuto Sota Ren Aoi Hinata
  Minh Linh Thanh Huong Tuan Hung Lan Mai Raj Ravi Amit Anil Sunil Vijay Sanjay Priya Pooja Anjali Neha Deepika Narendra Rahul
  Arjun Rohan Aditya Ananya Divya Lakshmi Mohammed Muhammad Ahmed Omar Youssef Khalid Tariq Fatima Aisha Layla Zainab Noor Kanye
  Barack Oprah Beyonce Rihanna Shakira Madonna Jesus Buddha Chinedu Ngozi Emeka Amara Kwame Kofi Ama Juma Wanjiku Thabo Sipho`);

/** Historical persons known by one name. */
const SINGLE =
  wordList(`Napoleon Caesar Augustus Cicero Aristotle Plato Socrates Homer Virgil Michelangelo Leonardo Raphael Galileo
  Copernicus Shakespeare Mozart Beethoven Bach Goethe Schiller Voltaire Rousseau Descartes Kant Hegel Nietzsche Marx Engels Lenin
  Stalin Hitler Mussolini Franco Churchill Picasso Rembrandt Cleopatra Nero Charlemagne Muhammad Moses Abraham Cervantes Dante
  Petrarch Machiavelli Luther Calvin Zwingli Freud Jung Tesla Edison Kepler Euler Gauss Leibniz Pascal Fermat`);

export const MORE_SURNAMES: readonly string[] = [...ENGLISH, ...ROMANISED, ...SINGLE];
export const MORE_GIVEN: readonly string[] = [...ROMANISED_GIVEN, ...SINGLE];
export const ENGLISH_SURNAMES = ENGLISH;
export const ROMANISED_NAMES = { given: ROMANISED_GIVEN, surnames: ROMANISED } as const;

/** Places and their short forms that no list of towns and countries has. */
export const MORE_PLACES: readonly string[] = [
  ...wordList(`US USA UK UAE NYC DC LA NY EU Europe Asia Africa America Americas Antarctica Arctic Oceania Australia Scandinavia
    Balkans Balkan Caribbean Mediterranean Atlantic Pacific Baltic Alps Alpen Andes Himalaya Himalayas Sahara Siberia Siberien
    Patagonia Bavaria Bayern Tuscany Catalonia Crimea Krim Kashmir Tibet Punjab Kurdistan Palestine Gaza Anatolia Mesopotamia
    Persia Babylon Prussia Byzantium Gaul Thrace Macedonia Scotland England Wales Ireland Britain Cornwall Yorkshire Brittany
    Normandy Provence Galicia Andalusia Flanders Wallonia Moravia Bohemia Silesia Transylvania Pomerania Saxony Sachsen
    Thuringia Hesse Hessen Europa Asien Afrika Amerika Nordamerika Südamerika Mitteleuropa Osteuropa Westeuropa Nordsee Ostsee
    Mittelmeer Pazifik Atlantik Rhein Donau Elbe Nil Niger Amazonas Mississippi Danube Rhine Nile Ganges Volga Thames Seine Loire
    Rhone Europe Asie Afrique Amérique Méditerranée Atlantique Pacifique Europa Asia África América Mediterráneo Atlántico
    Pacífico Mercury Venus Mars Jupiter Saturn Neptune Pluto Earth Manhattan Brooklyn Queens Bronx Harlem Hollywood Soho
    Großbritannien Schottland Irland Nordirland Tschechien Rumänien Russland Holland Niederlande Grossbritannien Angleterre Écosse Inglaterra Escocia Inghilterra Scozia Storbritannien Kaukasus Caucasus Levant Nordeuropa Südeuropa Evropa Azija Afrika Amerika Európa Ázsia Европа Азия Африка Америка`),
  "United States",
  "United Kingdom",
  "Great Britain",
  "European Union",
  "Middle East",
  "Far East",
  "Near East",
  "North America",
  "South America",
  "Latin America",
  "Central America",
  "Central Asia",
  "Eastern Europe",
  "Western Europe",
  "North Sea",
  "Black Sea",
  "Red Sea",
  "Baltic Sea",
  "Mediterranean Sea",
  "Atlantic Ocean",
  "Pacific Ocean",
  "Indian Ocean",
  "Persian Gulf",
  "West Bank",
  "Gaza Strip",
  "Beverly Hills",
  "New England",
  "Soviet Union",
  "Ottoman Empire",
  "Roman Empire",
  "Northern Ireland",
  "Silicon Valley",
  "Wall Street",
  "Great Lakes",
  "Cape Cod",
  "Tampa Bay",
];
