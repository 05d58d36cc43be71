import * as z from "zod";
import { SHARED_KINDS } from "./shared-kinds.ts";
import { holiday, USUAL_HOURS, workingHours } from "./working-hours.ts";

const text = z.string().trim().min(1).max(4_000).optional().catch(undefined);

const price = z.number().nonnegative().catch(0);
const NO_MODEL = {
  kind: "operator" as const,
  baseUrl: null,
  model: null,
  key: null,
  priceIn: 0,
  priceOut: 0,
  monthCap: null,
  runCap: null,
  readsPrivate: false,
};

const OPEN_SHARING = {
  kinds: [...SHARED_KINDS],
  blockedAt: null,
  roles: ["admin" as const, "manager" as const, "rep" as const],
  maxDays: 90,
  needs: "nothing" as const,
  mayDownload: true,
  embed: "listed" as const,
  embedOrigins: [],
};

const bound = z.number().optional().catch(undefined);
/** By metric; a range that cannot be read is ours. */
const bandsOfKind = z
  .record(
    z.string(),
    z.object({ from: bound, to: bound, watchTo: bound }).optional().catch(undefined),
  )
  .catch({});
const OUR_BANDS = { discovery: {}, demo: {}, follow_up: {}, other: {} };

const settings = z.object({
  signIn: z
    .object({
      /** Whoever has an address there comes through a partner only; also asked in SQL, across workspaces. */
      ssoDomains: z.array(z.string()).catch([]),
      /** Roles that do not come in without a second step. */
      factorRoles: z.array(z.enum(["admin", "manager", "rep"])).catch([]),
    })
    .catch({ ssoDomains: [], factorRoles: [] }),
  consent: z
    .object({
      /** Counts up with the text; the ledger names the one that was shown. */
      policy: z.int().positive().catch(1),
      /** The workspace's own words, where it wrote some. */
      text: z.object({ en: text, ja: text }).catch({}),
      allowsUnrecorded: z.boolean().catch(true),
    })
    .catch({ policy: 1, text: {}, allowsUnrecorded: true }),
  guests: z.object({ mayShareScreen: z.boolean().catch(false) }).catch({ mayShareScreen: false }),
  /** The language model of summaries; money in dollars. */
  llm: z
    .object({
      /** `operator`: the installation's, where it has one. */
      kind: z.enum(["operator", "none", "local", "remote"]).catch("operator"),
      baseUrl: z.string().nullable().catch(null),
      model: z.string().nullable().catch(null),
      /** Sealed, in base64. */
      key: z.string().nullable().catch(null),
      /** Per million tokens. */
      priceIn: price,
      priceOut: price,
      /** Null: no cap. */
      monthCap: price.nullable().catch(null),
      runCap: price.nullable().catch(null),
      /** Whether the words of private calls go to it as well. */
      readsPrivate: z.boolean().catch(false),
    })
    .catch(NO_MODEL),
  /** What may be shown outside. Tightening it holds for links that are there already: their state is computed from it. */
  sharing: z
    .object({
      /** ISO: since then no link of the workspace leads anywhere. */
      blockedAt: z.iso.datetime().nullable().catch(null),
      /** Who may make links. */
      roles: z.array(z.enum(["admin", "manager", "rep"])).catch(["admin", "manager", "rep"]),
      /** The longest a link is open (product §6). */
      maxDays: z.int().min(1).max(365).catch(90),
      /** What every link asks for. */
      needs: z.enum(["nothing", "password", "email"]).catch("nothing"),
      mayDownload: z.boolean().catch(true),
      /** What links may lead to at all. */
      kinds: z.array(z.enum(SHARED_KINDS)).catch([...SHARED_KINDS]),
      /** Whether links play on other sites: on none, on those a key lists, or also on any. */
      embed: z.enum(["off", "listed", "any"]).catch("listed"),
      /** Where keys may be for; empty: for every site. */
      embedOrigins: z.array(z.string()).catch([]),
    })
    .catch(OPEN_SHARING),
  /** How many days before a call a deal may have been closed, or opened after it (product §6). */
  deals: z
    .object({
      closedBeforeDays: z.int().min(0).max(90).catch(14),
      openedAfterDays: z.int().min(0).max(90).catch(14),
    })
    .catch({ closedBeforeDays: 14, openedAfterDays: 14 }),
  /** After how many days a change of a CRM that nobody decided about is over (product §6). */
  crm: z.object({ expiresDays: z.int().min(1).max(60).catch(14) }).catch({ expiresDays: 14 }),
  /** For how long both logs are kept: 400 days, from 7 to ten years (product §6). */
  logs: z.object({ days: z.int().min(7).max(3_650) }).catch({ days: 400 }),
  /** Of who chose none of their own. */
  hours: workingHours.catch(USUAL_HOURS),
  holidays: z.array(holiday).catch([]),
  /** Whether members may mark calls as hard, and are asked after them (product §15.4). */
  care: z.object({ hard: z.boolean() }).catch({ hard: true }),
  /** Ranges of talk metrics that are not ours, by kind of call and metric, in what the metric is computed in. */
  bands: z
    .object({
      discovery: bandsOfKind,
      demo: bandsOfKind,
      follow_up: bandsOfKind,
      other: bandsOfKind,
    })
    .catch(OUR_BANDS),
});
/** What admins decided beside the columns of their workspace (product §4.2), complete. */
export type WorkspaceSettings = z.output<typeof settings>;

/** Reads `workspace.settings`. What is not there, or cannot be read, is the default. */
export function readSettings(stored: unknown): WorkspaceSettings {
  return settings.parse(objectOf(stored));
}

/** What is stored when a part was changed: parts nobody changed stay as they are, also those of a later version. */
export const withPart = <P extends keyof WorkspaceSettings>(
  stored: unknown,
  part: P,
  value: WorkspaceSettings[P],
) => ({ ...objectOf(stored), [part]: value });

/** A column of JSON that should hold an object; anything else is an empty one. */
export const objectOf = (stored: unknown): object =>
  typeof stored === "object" && stored !== null && !Array.isArray(stored) ? stored : {};
