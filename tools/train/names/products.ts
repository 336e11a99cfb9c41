import { wordList } from "./word-list.ts";

/**
 * Products, brands and projects that prompts name all the time. Case and accents do not count. Written for this project.
 */

/** Those that are hardly ever names of persons or places: they are no candidates at all. */
export const PRODUCTS: readonly string[] =
  wordList(`Python JavaScript TypeScript Kotlin Golang Haskell Erlang Elixir Clojure Fortran Cobol Perl Rust Scala Groovy Zig
  Solidity Matlab Jupyter Numpy Scipy Pandas Matplotlib Pytorch Tensorflow Keras Sklearn Huggingface Langchain OpenAI ChatGPT
  GPT Copilot Midjourney Llama Qwen Deepseek Ollama Grok Perplexity Whisper Dalle React Angular Svelte Vuejs Nextjs
  Nuxt Gatsby Webpack Vite Rollup Babel Eslint Prettier Jest Mocha Cypress Playwright Selenium Puppeteer Nodejs Deno Bun
  Fastify Nestjs Django Flask Fastapi Pydantic Jinja Celery Gunicorn Uvicorn Sqlalchemy Laravel Symfony Wordpress Drupal Joomla
  Magento Shopify Prestashop Woocommerce Rails Hibernate Tomcat Gradle Artifactory Sonarqube Nexus Postgres PostgreSQL
  Mysql Mariadb Sqlite Mongodb Redis Memcached Elasticsearch Kibana Logstash Opensearch Snowflake Bigquery Redshift Databricks
  Clickhouse Neo4j Dynamodb Firestore Firebase Supabase Prisma Rabbitmq Zookeeper Hadoop Airflow Dbt Docker Kubernetes Podman Istio Envoy Traefik Nginx Haproxy Varnish Terraform Ansible Vagrant Packer Pulumi Grafana Prometheus Datadog Splunk Sentry Opentelemetry Zipkin Gitlab Github Bitbucket Jira Confluence Trello Asana Notion Slack Discord
  Zoom Webex Skype Whatsapp Telegram Signal Instagram Facebook Youtube Tiktok Snapchat Pinterest Linkedin Twitter Reddit Tumblr
  Netflix Spotify Hulu Twitch Airbnb Booking Uber Lyft Deliveroo Doordash Ebay Etsy Aliexpress Alibaba Zalando Ikea Lidl Tesco Walmart Costco Starbucks Nespresso Nestle Pepsi Cola Sprite Fanta Nutella Lego Playmobil Nintendo Playstation Xbox
  Minecraft Fortnite Pokemon Tetris Roblox Steam Photoshop Lightroom Illustrator Indesign Figma Sketch Canva Blender
  Autocad Excel Powerpoint Outlook Onedrive Sharepoint Onenote Airtable Dropbox Evernote Nextcloud Owncloud Thunderbird Firefox
  Chrome Safari Chromium Windows Linux Ubuntu Debian Fedora Centos Macos Ios Iphone Ipad Macbook Android Raspberry
  Arduino Bluetooth Wifi Ethernet Garmin Fitbit Samsung Huawei Xiaomi Motorola Lenovo Toshiba Panasonic Sony Miele Logitech Nvidia Intel Amd Radeon Nissan Mazda Subaru Hyundai Volkswagen Audi Bmw
  Skoda Opel Citroen Volvo Saab Dacia Corolla Yaris Prius Passat Corsa Megane Twingo Panda Punto Avanza Xenia Vios Egea Duster Bitcoin Ethereum Dogecoin Litecoin
  Paypal Stripe Klarna Revolut Visa Mastercard Amex Aspirin Ibuprofen Paracetamol Wikipedia Google Microsoft Apache
  Android Kindle Roomba Vaseline Velcro Tupperware Jquery Bootstrap Tailwind Graphql Grpc Oauth Keycloak Cloudflare
  Akamai Heroku Netlify Vercel Render Digitalocean Hetzner Vmware Citrix Salesforce Hubspot Zendesk Freshdesk Intercom Mailchimp
  Sendgrid Twilio Segment Mixpanel Tableau Looker Powerbi Qlik Fahrenheit`);

/** Those that are names as well: what stands beside them decides. */
export const NAMED_PRODUCTS: readonly string[] =
  wordList(`Corona Jenkins Maven Travis Jasper Claude Gemini Alexa Siri Cortana Bard Sonnet Opus Haiku Tesla Mercedes Ford Lincoln Dodge
  Chrysler Ferrari Lamborghini Maserati Bentley Rolls Royce Chevrolet Cadillac Pontiac Clio Giulia Giulietta Dolce Gabbana
  Chanel Dior Gucci Prada Hermes Versace Armani Adidas Puma Nike Levi Wendy McDonald Disney Marvel Barbie Garfield Kafka
  Ruby Julia Pascal Ada Erlang Crystal Swift Java Django Dora Bertha Bert Elmo Roberta Albert Watson Einstein Eliza Lisa
  Kotlin Mojo Dart Elm Nim Julius Kate Vim Emacs Nano Tex Latex Octave Sage Maple Darwin Mosaic Zelda Amber Jade Pearl Ant Ivy Hudson
  Bamboo Chef Salt Nagios Zabbix Icinga Tempo Mimir Thanos Cortex Vault Consul Nomad Fargate Lambda Aurora Athena Glue Kinesis
  Apollo Hasura Stella Artois Heineken Carlsberg Guinness Jameson Johnnie Walker Daniels Bacardi Ferrero Lindt Milka Cadbury
  Colgate Gillette Philips Siemens Braun Porsche Ford Morgan Chase Wells Fargo Stanley Barclays Santander Yves Laurent Calvin
  Klein Tommy Hilfiger Ralph Lauren Louis Vuitton Michelin Pirelli Dunlop Goodyear Wilson Fender Gibson Marshall Steinway
  Cassandra Kelvin Celsius Suzuki Honda Logan Bosch Octavia Sinatra Jaeger Dyson Lada Mistral Amazon Kia Fabia Astra Toyota Nokia Sap Oracle Puppet Helm Edge Opera Renault Peugeot Echo Aldi Loki Lexus Civic Golf Seat Fiat`);

/** Words that greet, in languages where the main list has few. */
export const GREETINGS: readonly string[] =
  wordList(`Buongiorno Buonasera Buonanotte Buondi Salve Bonsoir Coucou Bienvenue Bonne Servus Moin Gruezi Tschuss Tschuess
  Mahlzeit Prost Goedemorgen Goedemiddag Goedenavond Hoi Doei Godmorgon Hejsan Tjena Tjabba Godmorgen Goddag Davs Heisann
  Hallois Morjens Moikka Terve Huomenta Iltaa Hyvaa Ahojky Cau Dzien Dobry Siema Witam Witajcie Dobre Dobry Nazdar Zdravo
  Bok Cao Dobar Dobro Jutro Pozdravljeni Halo Hello Sziasztok Udv Buna Salutare Salut Gunaydin Selam Selamlar Merhabalar
  Iyi Aksamlar Geceler Kalimera Kalispera Kalinihta Geia Xairete Zdravstvuite Privet Dobroe Utro Vitayu Selamat Pagi Siang Malam
  Halo Permisi Chao Xin Buenas Buenos Boa Boas Tudo Oi Opa Howdy Greetings Welcome Goodbye Bye Cheerio Yo Sup Hiya
  Καλημέρα Καλησπέρα Καληνύχτα Χαίρετε Γεια Здравствуй Здравствуйте Здорово Привет Приветствую Доброе Добрый Добро Пока Спокойной
  Вітаю Доброго Добрий Бувай Здоровенькі Здравейте Здрасти Shalom Namaste Salaam Konnichiwa Ohayo Arigato Annyeong Nihao`);

/** Feasts and seasons. */
export const FEASTS: readonly string[] =
  wordList(`января февраля марта апреля мая июня июля августа сентября октября ноября декабря січня лютого березня квітня травня червня липня
  серпня вересня жовтня листопада грудня stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
  ledna února března dubna května června července srpna září října prosince siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza
  rujna prosinca Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου
  Christmas Xmas Noel Natale Navidad Natal Weihnachten Kerst Kerstmis Jul Joulu Vanoce Vianoce Craciun Bozic Karacsony
  Noel Yilbasi Koleda Rozhdestvo Giang Easter Paques Pasqua Pascua Pascoa Ostern Pasen Paske Pask Paasiainen Wielkanoc Velikonoce
  Velka Paste Uskrs Husvet Paskalya Pentecost Pentecote Pentecoste Pfingsten Pinksteren Pinse Pingst Helluntai Ascension Ascensao
  Himmelfahrt Hemelvaart Toussaint Ognissanti Allerheiligen Ferragosto Epiphany Epifania Epiphanie Lent Carnival Carnaval
  Carnevale Karneval Fasching Rosenmontag Halloween Thanksgiving Hanukkah Chanukah Passover Pesach Yom Kippur Rosh Hashanah Purim
  Sukkot Diwali Holi Eid Ramadan Ramazan Kurban Bayram Bayrami Mubarak Fitri Nowruz Vesak Tet Kwanzaa Juneteenth Midsummer
  Midsommar Juhannus Vappu Valborg Koningsdag Sinterklaas Nikolaus Silvester Sylvester Neujahr Advent Valentine Valentines
  Рождество Рождеством Пасха Пасху Різдво Різдвом Великдень Коледа Великден Χριστούγεννα Πάσχα Δεκαπενταύγουστος`);
