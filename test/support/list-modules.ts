/** Tells on standard error what the process loads and reads: `NODE_OPTIONS="--import ./test/support/list-modules.ts"`. */
import fs from "node:fs";
import { registerHooks, syncBuiltinESMExports } from "node:module";

registerHooks({
  load: (url, context, next) => {
    process.stderr.write(`loaded ${url}\n`);
    return next(url, context);
  },
});

fs.readFileSync = new Proxy(fs.readFileSync, {
  apply: (read, self, [file, ...rest]: Parameters<typeof fs.readFileSync>) => {
    process.stderr.write(`read ${String(file)}\n`);
    return Reflect.apply(read, self, [file, ...rest]);
  },
});
syncBuiltinESMExports();
