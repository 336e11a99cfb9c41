/**
 * Names of the months, long and short, in the forms that stand beside a day, in some seventy languages.
 *
 * @see https://cldr.unicode.org/translation/date-time/date-time-patterns
 */
export const MONTHS: ReadonlySet<string> = new Set(
  `
january february march april may june july august september october november december jan feb mar apr jun jul
aug sep oct nov dec januar februar märz mai juni juli oktober dezember mär okt dez sept janvier février mars
avril juin juillet août septembre octobre novembre décembre janv févr avr juil déc enero febrero marzo abril
mayo junio julio agosto septiembre octubre noviembre diciembre ene abr ago dic janeiro fevereiro março maio
junho julho setembro outubro novembro dezembro fev set out gennaio febbraio aprile maggio giugno luglio
settembre ottobre dicembre gen mag giu lug ott januari februari maart mei augustus mrt marts maj desember des
augusti tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu
tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta
marraskuuta joulukuuta tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu janúar febrúar apríl
maí júní júlí ágúst október nóvember jún júl ágú nóv styczeń luty marzec kwiecień czerwiec lipiec sierpień
wrzesień październik listopad grudzień stycznia lutego marca kwietnia maja czerwca lipca sierpnia września
października listopada grudnia sty lut kwi cze lip sie wrz paź lis gru leden únor březen duben květen červen
červenec srpen září říjen prosinec ledna února března dubna května června července srpna října listopadu
prosince led úno bře dub kvě čvn čvc srp zář říj pro január február marec máj januára februára apríla mája júna
júla augusta septembra októbra novembra decembra junij julij avgust avg siječanj veljača ožujak travanj svibanj
lipanj srpanj kolovoz rujan studeni prosinac siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza
rujna studenoga prosinca sij velj ožu tra svi kol ruj stu јануар фебруар март април мај јун јул август септембар
октобар новембар децембар јан феб мар апр авг сеп окт нов дец mart septembar oktobar novembar decembar јануари
февруари јуни јули септември октомври ноември декември фев ное дек януари май юни юли январь февраль апрель июнь
июль сентябрь октябрь ноябрь декабрь января февраля марта апреля мая июня июля августа сентября октября ноября
декабря янв февр сент нояб июн июл січень лютий березень квітень травень червень липень серпень вересень жовтень
листопад грудень січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня січ лют
бер квіт трав черв лип серп вер жовт лист груд студзень люты сакавік красавік чэрвень ліпень жнівень верасень
кастрычнік лістапад снежань студзеня лютага сакавіка красавіка чэрвеня ліпеня жніўня верасня кастрычніка
лістапада снежня сту сак кра чэр ліп жні кас ліс сне ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου
ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου ιαν φεβ μαρ απρ μαΐ ιουν ιουλ αυγ σεπ οκτ νοε δεκ
március április május június július augusztus szeptember febr márc ápr szept ianuarie februarie martie aprilie
iunie iulie septembrie octombrie noiembrie decembrie ian iun iul ocak şubat nisan mayıs haziran temmuz ağustos
eylül ekim kasım aralık oca şub nis haz tem ağu eyl eki kas ara jaanuar veebruar märts aprill juuni juuli
oktoober detsember jaan veebr dets janvāris februāris aprīlis maijs jūnijs jūlijs augusts septembris oktobris
novembris decembris jūn jūl sausis vasaris kovas balandis gegužė birželis liepa rugpjūtis rugsėjis spalis
lapkritis gruodis sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio
gruodžio janar shkurt prill qershor korrik gusht shtator tetor nëntor dhjetor shk pri qer korr gush sht tet nën
dhj gener febrer març maig juny juliol agost setembre desembre ag urtarrila otsaila martxoa apirila maiatza
ekaina uztaila abuztua iraila urria azaroa abendua urt ots api eka uzt abu ira urr aza abe xaneiro febreiro xuño
xullo decembro xan xul eanáir feabhra márta aibreán bealtaine meitheamh iúil lúnasa fómhair samhain nollaig ean
feabh aib beal meith lún mfómh dfómh samh noll ionawr chwefror mawrth ebrill mehefin gorffennaf awst medi hydref
tachwedd rhagfyr ion chw maw ebr meh gor hyd tach rhag chwef gorff jannar frar marzu mejju ġunju lulju awwissu
settembru ottubru novembru diċembru fra mej ġun lul aww diċ maret agustus agu mac julai ogos disember ogo dis
pebrero marso hunyo hulyo setyembre oktubre nobyembre disyembre peb hun hul nob machi aprili agosti septemba
oktoba novemba desemba januarie junie julie जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर
दिसंबर जन॰ फ़र॰ जुल॰ अग॰ सित॰ अक्टू॰ नव॰ दिस॰ জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর
অক্টোবর নভেম্বর ডিসেম্বর জানু ফেব সেপ্ট অক্টো ডিসে এপ্রি জুল আগ সেপ নভে जानेवारी फेब्रुवारी एप्रिल मे जुलै ऑगस्ट
सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर जाने फेब्रु एप्रि ऑग सप्टें ऑक्टो नोव्हें डिसें ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல்
மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர் ஜன பிப் மார் ஏப் ஆக செப் அக் நவ டிச జనవరి ఫిబ్రవరి
మార్చి ఏప్రిల్ మే జూన్ జులై ఆగస్టు సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్ జన ఫిబ్ర ఏప్రి ఆగ సెప్టెం అక్టో నవం డిసెం
جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت
سپتامبر اکتبر نوامبر دسامبر يناير فبراير أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر ינואר פברואר
מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר ינו׳ פבר׳ אפר׳ אוג׳ ספט׳ אוק׳ נוב׳ דצמ׳ มกราคม
กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม ม.ค ก.พ มี.ค เม.ย พ.ค
มิ.ย ก.ค ส.ค ก.ย ต.ค พ.ย ธ.ค yanvar fevral aprel iyun iyul avqust sentyabr oktyabr noyabr dekabr yan iyn iyl avq
sen noy dek қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан қаң ақп нау сәу
мам мау шіл там қыр қаз қар жел sentabr oktabr jänner feber mrz januarij februarij
`
    .trim()
    .split(/\s+/),
);
