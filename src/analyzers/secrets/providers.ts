import type { Span } from "../../core/model.ts";
import { smallCode } from "../value.ts";
import { tableOf } from "./bare-value.ts";

/**
 * Services that people hold keys of, lower case, without spaces. A bare hexadecimal value or a UUID behind one of these
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

/** Whether the text names a provider: as a word, as a part of an identifier, or as two words (`digital ocean`). */
export function namesProvider(context: string): boolean {
  const lineStart = Math.max(context.lastIndexOf("\n") + 1, context.length - NEAR);
  let previous: Span = { start: 0, end: 0 };
  for (let at = 0; at < context.length; at++) {
    if (!isWordUnit(context.charCodeAt(at))) continue;
    const word = { start: at, end: wordEnd(context, at) };
    at = word.end;
    const isNear = word.start >= lineStart;
    if (isProvider(context, NO_WORD, word, isNear) || isProvider(context, previous, word, isNear)) return true;
    if (mayHaveHumps(context, word) && isInHumps(context.slice(word.start, word.end), isNear)) return true;
    previous = word;
  }
  return false;
}

const NO_WORD: Span = { start: 0, end: 0 };
const NAME_MIN = 3;
const NAME_MAX = Math.max(...[...PROVIDERS].map((name) => name.length));
/** 1 for the two units that a name begins with, in small letters: most words are told by them to be none. */
const BEGINNINGS = new Uint8Array(1 << 14);
const placeOf = (first: number, second: number): number => (smallCode(first) << 7) | smallCode(second);
for (const name of PROVIDERS) BEGINNINGS[placeOf(name.charCodeAt(0), name.charCodeAt(1))] = 1;

const IN_WORD = tableOf(/[A-Za-z0-9]/);
const isWordUnit = (code: number): boolean => IN_WORD[code] === 1;

function wordEnd(context: string, start: number): number {
  let end = start;
  while (isWordUnit(context.charCodeAt(end))) end += 1;
  return end;
}

/** Whether a word, or two of them without what stands between, is a name. */
function isProvider(context: string, one: Span, other: Span, isNear: boolean): boolean {
  const length = one.end - one.start + other.end - other.start;
  if (length < NAME_MIN || length > NAME_MAX) return false;
  const unitAt = (at: number): number =>
    context.charCodeAt(one.start + at < one.end ? one.start + at : other.start + at - (one.end - one.start));
  if (BEGINNINGS[placeOf(unitAt(0), unitAt(1))] === 0) return false;
  const name = (context.slice(one.start, one.end) + context.slice(other.start, other.end)).toLowerCase();
  return PROVIDERS.has(name) && (isNear || !ORDINARY.has(name));
}

/** Whether an identifier has words of its own that are longer than a letter. */
function mayHaveHumps(context: string, { start, end }: Span): boolean {
  let [capitals, others] = [0, 0];
  for (let at = start; at < end; at++) {
    const code = context.charCodeAt(at);
    if (isCapital(code)) capitals += Number(at > start);
    else others += 1;
  }
  return others > 0 && (capitals > 0 || context.charCodeAt(start) < 0x41);
}

/** The words of a camel-case identifier, and neighbouring pairs of them (`newRelicKey`: `newrelic`). */
function isInHumps(identifier: string, isNear: boolean): boolean {
  let previous = NO_WORD;
  for (let start = 0; start < identifier.length;) {
    const word = { start, end: humpEnd(identifier, start) };
    if (isProvider(identifier, NO_WORD, word, isNear) || isProvider(identifier, previous, word, isNear)) return true;
    previous = word;
    start = word.end;
  }
  return false;
}

const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a;

/** A letter and the small letters and digits behind it; or digits and the capitals behind them. */
function humpEnd(identifier: string, start: number): number {
  const isNumbered = identifier.charCodeAt(start) < 0x41;
  let end = start + 1;
  for (; end < identifier.length; end++) {
    const code = identifier.charCodeAt(end);
    if (isNumbered ? code >= 0x61 : isCapital(code)) break;
  }
  return end;
}
