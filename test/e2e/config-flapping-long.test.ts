/** With all of its versions, which `npm run test:long` asks for. */
import "./config-flapping-alone.test.ts";
