/** With all of its requests, which `npm run test:long` asks for. */
import "./bad-input-alone.test.ts";
