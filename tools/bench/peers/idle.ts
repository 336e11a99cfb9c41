/** Does nothing but listen: `idle.ts PORT`. What its event loop waits is the machine's doing. */
import { createServer } from "node:http";

createServer().listen(Number(process.argv[2]), "127.0.0.1");
