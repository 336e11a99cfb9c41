/** Tells on standard error what the process loads: `NODE_OPTIONS="--import ./test/support/list-modules.ts"`. */
import { registerHooks } from "node:module";

registerHooks({
  load: (url, context, next) => {
    process.stderr.write(`loaded ${url}\n`);
    return next(url, context);
  },
});
