import type { Span } from "../../core/model.ts";
import { facet, type Reading } from "../../text/reading.ts";
import { smallCode } from "../value.ts";
import { isIn, tableOf } from "./bare-value.ts";

/**
 * Services that people hold keys of, lower case, without spaces. A bare hexadecimal value or a UUID after one of these
 * names and the word "key" is a key and not an id. Collected from the services' own developer pages.
 */
const NAMES =
  "abstractapi abuseipdb accuweather activecampaign adafruit adyen affinity agora ahrefs airbrake airbyte aircall airship airtable " +
  "aiven akamai alchemy algolia alibaba aliyun alphavantage amadeus amazon ambee amplitude anthropic anypoint apache apideck " +
  "apiflash apify apollo appdynamics appfollow appsflyer appveyor artifactory asana assemblyai atera atlassian auth0 autodesk " +
  "authress avalara aws axiom aylien azure backblaze bandwidth basecamp beamer betterstack bigcommerce bigquery bingmaps binance " +
  "bitbucket bitcoinaverage bitfinex bitly bitmex bittrex bitwarden blazemeter blockcypher blockfrost blogger botbonnie " +
  "braintree branchio braze brevo browserstack browserling bugsnag buildkite buildbot buttercms bybit calendarific calendly calorieninja " +
  "campaignmonitor cannyio capsulecrm captaindata carto caspio censys cerebras chargebee chargify chartmogul chatbot chatfuel " +
  "checkmarx checkout checkr checkvist cicero circleci clarifai clearbit clerk clickhouse clickup clicksend clickatell clojars " +
  "cloudant cloudconvert cloudelements cloudflare cloudimage cloudinary cloudmersive cloudplan cloudsight cloudsmith cloudways " +
  "cockroachdb codacy codecov codeclimate codemagic codequiry cohere coinapi coinbase coingecko coinlayer coinlib coinmarketcap " +
  "column commercejs companyhub confluence confluent contentful contentstack contentsquare convertkit convier copper couchbase countrylayer " +
  "courier coveralls crowdin crowdstrike cryptocompare currencylayer currentsapi customerguru customerio cypress d7network " +
  "dandelion datadog datagov databricks databox datastax deepai deepgram deepl deepseek deliveroo delighted demio deno deputy " +
  "detectlanguage devcycle devin dfuse diffbot digicert digitalocean digistore discogs discord discourse disqus ditto docker dockerhub docparser " +
  "documo docusign doppler dotdigital dovico drone droneci dropbox duffel dwolla dynadot dynatrace dyspatch eagleeye easyinsight easypost " +
  "ecostruxure edamam edenai eightbyeight elastic elasticsearch elastic cloud elastisearch elevenlabs emailoctopus endorlabs enigma enode equinix eraser " +
  "etherscan ethplorer etsy eventbrite everhour exchangerate exchangeratesapi exoscale expensify facebook faceplusplus " +
  "fastforex fastly fastspring fauna feedier fibery figma fileio finage financialmodelingprep findl finicity finnhub firebase firecrawl " +
  "fixerio flatio fleetbase flickr flightapi flightaware flightlabs flightstats float flowdock flowflu flutterwave flyio fmfw " +
  "formbucket formcraft formio formsite foursquare frameio freemius freshbooks freshdesk freshservice freshworks fulcrum fullstory fxmarket " +
  "gcloud gemini gengo geoapify geocode geocodify geocodio geoipifi getgeoapi getresponse getsandbox ghost gitalk gitea github gitlab " +
  "gitter giphy glassnode glean gocanvas gocardless godaddy goodday googleapis google googlemaps gorgias grafana graphcms graphhopper groovehq groq " +
  "gtmetrix guardianapi gumroad gusto gyazo happyscribe harness harvest hasura heap helpcrunch helpscout helicone hereapi heroku hetzner highnote hiveage " +
  "holidayapi honeybadger honeycomb hotjar hubspot huggingface humanity hunterio hyperbolic hypertrack ibm iconfinder iexcloud ifttt ikea imagekit imgix imgur " +
  "impala infobip infracost infura instabot instamojo instagram intercom intrinio invoiceocean ionic ipapi ipdata ipgeolocation ipify ipinfo " +
  "ipstack iterable jenkins jfrog jira jotform jumpcloud jupiterone kagi kairosdb kakao keenio keycloak kickbox kimi kite klaviyo klipfolio knapsackpro " +
  "kontent kraken kubernetes kubeconfig kucoin lambdatest langchain langfuse langsmith larksuite lastfm lastpass launchdarkly leadfeeder lemlist lemonsqueezy " +
  "lexigram lightspeed linenotify linkedin linkpreview linode liveagent livestorm llamacloud lob localytics locationiq logdna loggly loginradius logz lokalise loyverse " +
  "luno mailboxlayer mailchimp mailerlite mailersend mailgun mailjet mailmodo mailsac mandrill mandrillapp mapbox mapquest marketstack matomo mattermost maxmind mavenlink mediastack " +
  "meilisearch meraki mergify mesibo messagebird metaapi metabase metrilo mindmeister minio miro mistral mistralai mixcloud mixmax mixpanel mockaroo modal moderation monday mongodb " +
  "monkeylearn moonclerk moonshot moosend moralis mparticle mrticktock mux myexperiment myfreshworks myintervals nasa neo4j neon netcore netlify netsuite neutrino newrelic newsapi newscatcher " +
  "nexmo nftport ngrok nicereply nimble nitro noticeable notion novu npmjs nuget numverify nutritionix nvapi nvidia nylas nytimes okta ollama omise omnisend onedesk onelogin onepagecrm " +
  "onesignal onwater oopspam openai opencage opengraphr openrouter openuv openvpn openweather openweathermap opsgenie optimizely orbit outreach overloop paddle pagarme pagerduty pandadoc pandascore " +
  "paperform papertrail paralleldots parsehub parsers parseur partnerstack passbase pastebin paybase paydirtapp payfort paymo paymongo paypal paystack pdflayer pdfshift peopledatalabs pendo " +
  "pepipost perplexity persona phantombuster phrase pinata pinecone pingdom pipedream pipedrive pivotaltracker pixabay plaid planetscale planview plausible plivo podio pollsapi polygonio portainer " +
  "positionstack postageapp postbacks posthog postgres postman postmark poweredby prefect printful printify privacy procore prodpad productboard promptlayer proxycrawl " +
  "pubnub pulumi purestake pushbullet pusher pushover qase qualaroo qualtrics qubole quandl quickbooks quicknode qiwi rabbitmq ramp rancher rapidapi raven rawg razorpay readme " +
  "reallysimplesystems rebrandly recurly reddit redis refiner rentman repairshopr replicate replyio requestfinance resend restpack restream retellai rev revampcrm ringcentral ritekit roaring " +
  "rocketreach rollbar rootly roninapp route4me rownd rubygems runpod runrunit saladcloud salesblink salescookie salesflare salesforce salesloft samsara satismeter saucelabs scaleway scalingo scraperapi " +
  "scraperbox scrapersite scrapestack scrapfly scrapingant scrapingbee scrapyhub screenshotapi screenshotlayer securitytrails segment selectpdf semaphore semrush sendbird sendgrid sendinblue sendowl sentiment sentry " +
  "serpapi serphouse serpstack sellfy serveo servicenow sevdesk sftp shodan shopee shopify shortcut shotstack shutterstock sidekiq signable signalfx signalwire signaturit signrequest signupgenius sigopt simfin simplekpi " +
  "simplesat simplenote simplybook simvoly sinch sirv siteleaf skrapp skybiometry slack smartling smartsheet smartystreets smooch smsapi snipcart snowflake snyk sonar sonarcloud sonarqube sonatype sourcegraph " +
  "sparkpost speechmatics splunk spoonacular sportradar sportsmonk spotify spotinst square squareup squarespace squareapp sslmate stability stabilityai statuscake statuspage statuspal stitchdata stockdata storecove stormboard stormglass storyblok " +
  "storychief strava streak stripe stripo stytch sugester sumologic supabase supernotes superset surge surveyanyplace surveybot surveymonkey surveysparrow survicate swell swiftype tableau tailscale tallyfy tatumio " +
  "tavily taxjar teamcity teamgate teamviewer teamwork technicalanalysisapi telegram telnyx teletype telesign tencent terraform testingbot textmagic theoddsapi thinkific thousandeyes ticketmaster tickettailor tiingo tikitaka timecamp " +
  "timezoneapi tinybird tmetric tmdb todoist togetherai toggl tomorrowio tomtom tradier transferwise travelpayouts travis travisci trello truenas truora turso tru twelvedata twilio twist twitch twitter twocaptcha " +
  "tyntec typeform typesense ubidots uclassify unifyid unify unity unkey unplugg unsplash upcdatabase upcloud uploadcare upstash uptimerobot uptrace urlscan userflow userstack upwave valtown vatlayer vbout vercel verifier verimail " +
  "veriphone verizon versioneye vertexai virustotal visualcrossing voicegain voyageai vouchery vpnapi vultr vwo wakatime walkscore wandb weatherapi weatherbit weatherstack weaviate webex webflow webscraper webscraping wepay whatsapp whoxy " +
  "wistia wit woocommerce wordpress workato workday workos worksnaps worldcoinindex worldweather wrike xai xero yandex yelp yext youneedabudget youtube zapier zendesk zenkit zenrows zenscrape zenserp zeplin zerobounce " +
  "zerotier zipapi zipbooks zipcodeapi zoho zonkafeedback zoom zuora zulip";

/** Names that are also words of the language or of code: they count in the same line only. */
const ORDINARY: ReadonlySet<string> = new Set(
  (
    "affinity apache apollo axiom bandwidth beamer branch braze canny checkout clerk column copper courier cypress dandelion demio deputy docker drone " +
    "elastic enigma eraser float fulcrum gemini ghost glean google harness harvest heap impala ionic kite kraken linear locate luno miro modal moderation monday neon nimble " +
    "nitro notion orbit outreach paddle persona phrase privacy ramp raven readme redis postgres rev roaring segment semaphore sentiment shortcut slack sonar " +
    "square stability stitchdata streak stripe surge swell terraform tru twist unify unity verifier wit zoom parsers github amazon aws azure kubernetes mongodb"
  ).split(" "),
);

const PROVIDERS: ReadonlySet<string> = new Set([...NAMES.split(" "), ...ORDINARY]);

/** Names to search a text for: unmistakable and long enough not to be part of other words. */
export const PROVIDER_KEYWORDS: readonly string[] = [...PROVIDERS].filter(
  (name) => name.length >= 5 && !ORDINARY.has(name),
);

/** How far ordinary names count, UTF-16 units before the end of the context. */
const NEAR = 60;

/** What is known of a text: the names that end in the stretch that was read, in order of their ends. Labels that stand close together look into the same stretch. */
interface Names {
  from: number;
  to: number;
  previous: Span;
  readonly found: Name[];
}

interface Name extends Span {
  /** Where the identifier begins that it stands in, or the second of its two words. */
  readonly place: number;
  readonly isOrdinary: boolean;
}

const NO_WORD: Span = { start: 0, end: 0 };
const FOUND = facet((): Names => ({ from: 0, to: 0, previous: NO_WORD, found: [] }));

/** Whether a stretch of the text names a provider: as a word, as a part of an identifier, or as two words (`digital ocean`). */
export function namesProvider(reading: Reading, { start, end }: Span): boolean {
  const { raw } = reading;
  const { found } = namesIn(reading, start, end);
  let lineStart = -1;
  for (let at = endingBy(found, end) - 1; at >= 0; at--) {
    const name = found[at];
    if (name === undefined || name.end <= start) break;
    if (name.start < start) continue;
    if (!name.isOrdinary) return true;
    if (lineStart < 0) lineStart = lineStartOf(raw, end, Math.max(start, end - NEAR));
    if (name.place >= lineStart) return true;
  }
  return false;
}

/** Where the line begins that ends at `end`; `lowest` where it is longer. */
function lineStartOf(raw: string, end: number, lowest: number): number {
  let at = end;
  while (at > lowest && raw.charCodeAt(at - 1) !== LINE_FEED) at -= 1;
  return at;
}
const LINE_FEED = 0x0a;

/** How many of the names, which are in order of their ends, end at `end` or before. */
function endingBy(found: readonly Name[], end: number): number {
  let [low, high] = [0, found.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((found[middle]?.end ?? 0) <= end) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The names of the text, read on from where they were read last, to `end` at least. */
function namesIn(reading: Reading, start: number, end: number): Names {
  const { raw } = reading;
  const known = reading.of(FOUND);
  if (start < known.from || start > known.to) {
    // What of a word stands before `start` is not seen, so the word is none.
    const isInside = start > 0 && isWordUnit(raw.charCodeAt(start - 1));
    const to = isInside ? wordEnd(raw, start) : start;
    Object.assign(known, { from: start, to, previous: NO_WORD });
    known.found.length = 0;
  }
  while (known.to < end) {
    if (isWordUnit(raw.charCodeAt(known.to))) readWord(raw, known);
    else known.to += 1;
  }
  return known;
}

function readWord(raw: string, known: Names): void {
  const word = { start: known.to, end: wordEnd(raw, known.to) };
  if (mayHaveHumps(raw, word)) readHumps(raw, word, known.found);
  noteName(raw, { one: NO_WORD, other: word, place: word.start }, known.found);
  noteName(raw, { one: known.previous, other: word, place: word.start }, known.found);
  known.previous = word;
  known.to = word.end;
}

const NAME_MIN = 3;
const NAME_MAX = Math.max(...[...PROVIDERS].map((name) => name.length));
/** 1 for the two units that a name begins with, in lower case: they rule out most words. */
const BEGINNINGS = new Uint8Array(1 << 14);
const placeOf = (first: number, second: number): number => (smallCode(first) << 7) | smallCode(second);
for (const name of PROVIDERS) BEGINNINGS[placeOf(name.charCodeAt(0), name.charCodeAt(1))] = 1;

const IN_WORD = tableOf(/[A-Za-z0-9]/);
const isWordUnit = (code: number): boolean => isIn(IN_WORD, code);

function wordEnd(raw: string, start: number): number {
  let end = start;
  while (isWordUnit(raw.charCodeAt(end))) end += 1;
  return end;
}

/** Notes a word, or two of them without what stands between, if it is a name. */
function noteName(
  raw: string,
  { one, other, place }: { readonly one: Span; readonly other: Span; readonly place: number },
  found: Name[],
): void {
  const length = one.end - one.start + other.end - other.start;
  if (length < NAME_MIN || length > NAME_MAX) return;
  const unitAt = (at: number): number =>
    raw.charCodeAt(one.start + at < one.end ? one.start + at : other.start + at - (one.end - one.start));
  if (BEGINNINGS[placeOf(unitAt(0), unitAt(1))] === 0) return;
  const name = (raw.slice(one.start, one.end) + raw.slice(other.start, other.end)).toLowerCase();
  if (!PROVIDERS.has(name)) return;
  const start = one.end > one.start ? one.start : other.start;
  found.push({ start, end: other.end, place, isOrdinary: ORDINARY.has(name) });
}

/** Whether an identifier has words of its own that are longer than a letter. */
function mayHaveHumps(raw: string, { start, end }: Span): boolean {
  let [capitals, others] = [0, 0];
  for (let at = start; at < end; at++) {
    const code = raw.charCodeAt(at);
    if (isCapital(code)) capitals += Number(at > start);
    else others += 1;
  }
  return others > 0 && (capitals > 0 || raw.charCodeAt(start) < 0x41);
}

/** Notes the words of a camel-case identifier, and neighbouring pairs of them (`newRelicKey`: `newrelic`), that are names. */
function readHumps(raw: string, identifier: Span, found: Name[]): void {
  let previous = NO_WORD;
  for (let start = identifier.start; start < identifier.end;) {
    const word = { start, end: humpEnd(raw, start, identifier.end) };
    noteName(raw, { one: NO_WORD, other: word, place: identifier.start }, found);
    noteName(raw, { one: previous, other: word, place: identifier.start }, found);
    previous = word;
    start = word.end;
  }
}

const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a;

/** A letter and the lower-case letters and digits after it; or digits and the capitals after them. */
function humpEnd(raw: string, start: number, limit: number): number {
  const isNumbered = raw.charCodeAt(start) < 0x41;
  let end = start + 1;
  for (; end < limit; end++) {
    const code = raw.charCodeAt(end);
    if (isNumbered ? code >= 0x61 : isCapital(code)) break;
  }
  return end;
}
