import type { Runtime } from "../access/runtime.ts";
import type { ApiKey } from "../config/config-model.ts";
import { keptName } from "../records/record-names.ts";
import type { RecordFilter, RecordPage } from "../store/record-store.ts";
import type { ApiService } from "./service.ts";

/** The caller of a record query, and its configuration. */
export interface Asking {
  readonly key: Pick<ApiKey, "organization">;
  readonly runtime: Runtime;
}

/**
 * How a name may stand in records: as it is kept now, as it is, and as a digest. Records may be older than the configuration,
 * and than the version, that keeps names as it does now.
 */
export async function storedForms(
  name: string,
  { key: { organization }, runtime }: Asking,
  { clock }: Pick<ApiService, "clock">,
): Promise<readonly string[]> {
  const hashName = (given: string): string => runtime.nameHash(organization, given);
  const keeping = { mode: runtime.config.store.content, clock, maskHash: runtime.maskHash, hashName };
  return [...new Set([await keptName(name, keeping), name, hashName(name)])];
}

/** The first page with records on it, in any of the forms. */
export async function firstPage<Form>(
  forms: readonly Form[],
  pageOf: (form: Form) => Promise<RecordPage>,
): Promise<RecordPage> {
  let page: RecordPage = { records: [], next: null };
  for (const form of forms) {
    page = await pageOf(form);
    if (page.records.length > 0 || page.next !== null) break;
  }
  return page;
}

const NAMES = ["sessionId", "userId", "traceId"] as const;

/** The filter with its names in each of their forms. */
export async function filterForms(
  filter: RecordFilter,
  asking: Asking,
  service: Pick<ApiService, "clock">,
): Promise<readonly RecordFilter[]> {
  let filters: readonly RecordFilter[] = [filter];
  for (const field of NAMES) {
    const name = filter[field];
    const forms = name === null || name === "" ? [name] : await storedForms(name, asking, service);
    filters = forms.flatMap((form) => filters.map((each) => ({ ...each, [field]: form })));
  }
  return filters;
}
