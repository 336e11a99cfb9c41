import { noUrlBase } from "./addresses.ts";
import { layers } from "./layers.ts";
import { noModuleState } from "./module-state.ts";
import { noStringHeirs } from "./strings.ts";

// oxlint-disable-next-line import/no-default-export -- the linter takes a plugin as the default export only
export default {
  meta: { name: "sallyport" },
  rules: { "no-module-state": noModuleState, "no-string-heirs": noStringHeirs, "no-url-base": noUrlBase, layers },
};
