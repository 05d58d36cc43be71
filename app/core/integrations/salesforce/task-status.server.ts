import { LRUCache } from "lru-cache";
import type { VendorAccess } from "#app/core/domain/connection/connection-types.ts";
import { remember } from "#app/core/platform/remember.ts";
import { askBeside, readBody } from "../vendor-call.server.ts";
import { queryColumns } from "./request.server.ts";
import { statusesSchema } from "./wire.ts";

/** Salesforce's own, where an organisation does not show its list. */
const COMPLETED = "Completed";
/** Admins change the list: it is read again after this. */
const KNOWN_MS = 3_600_000;
const known = () =>
  remember(
    "salesforce-closed-status",
    () => new LRUCache<string, string>({ max: 1_000, ttl: KNOWN_MS }),
  );

/** The status of a task that is done, which an organisation may call as it likes. @throws VendorFault */
export async function closedStatus(access: VendorAccess): Promise<string> {
  const found = known().get(access.apiUrl);
  if (found !== undefined) return found;
  const read = await askBeside(() => readClosed(access), null);
  if (read !== null) known().set(access.apiUrl, read);
  return read ?? COMPLETED;
}

/** Several may count as done, "Cancelled" among them: the first is taken only where Salesforce's own is not there. */
async function readClosed(access: VendorAccess): Promise<string | null> {
  const columns = { table: "TaskStatus", needed: ["MasterLabel"], wished: ["ApiName"] };
  const rows = await queryColumns(
    access,
    columns,
    () => "WHERE IsClosed = true ORDER BY SortOrder ASC",
  );
  const names = readBody(statusesSchema, rows).flatMap(
    ({ ApiName, MasterLabel }) => ApiName ?? MasterLabel ?? [],
  );
  return names.includes(COMPLETED) ? COMPLETED : (names[0] ?? null);
}
