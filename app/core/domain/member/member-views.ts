import * as z from "zod";
import { type Role, ROLES } from "../access/actor.ts";
import { type Ignored, readQuery } from "../list/list-query.ts";

export type MemberState = "invited" | "active" | "deactivated";
export type MemberRow = {
  id: string;
  name: string;
  email: string;
  role: Role;
  state: MemberState;
  teamId: string | null;
  team: string | null;
  scope: "own_teams" | "listed" | "workspace";
  scopeTeamIds: string[];
  hasFactor: boolean;
  /** ISO; null: never. */
  lastActiveAt: string | null;
  /** Calls they own, of those the reader sees. */
  calls: number;
  version: number;
};
export type MemberQuery = {
  q: string;
  role: Role | null;
  state: MemberState | null;
  team: string | null;
  after: string | null;
};
export type TeamRow = {
  id: string;
  name: string;
  parentId: string | null;
  parent: string | null;
  members: number;
  version: number;
};
export type LinkRow = {
  id: string;
  url: string;
  role: Role;
  team: string | null;
  expiresAt: string;
  uses: number;
  maxUses: number;
  domains: string[];
  state: "active" | "expired" | "used_up" | "revoked";
  people: { name: string; at: string }[];
};
/** A line of a list of people to invite. `faults`: codes of the `member` catalogue under `import.fault`. */
export type ImportRow = {
  line: number;
  email: string;
  name: string;
  role: Role;
  /** The role as it was written, where it is none. */
  wrote: string | null;
  team: string;
  teamId: string | null;
  faults: string[];
};
/** Where e-mails go: to their people by a mail server, to a page of this machine, or nowhere. */
export type MailWay = "server" | "page" | "none";
export type ImportCheck = {
  rows: ImportRow[];
  good: number;
  bad: number;
  /** Headings of columns that nothing is taken from. */
  unused: string[];
};
export type Choice = { id: string; name: string };

const roles = z.enum(ROLES);
const states = z.enum(["invited", "active", "deactivated"]);
const teams = z.uuid();
/** The list is sorted by name. */
export const MEMBERS_BY = "text";

/** Reads a list's filters from its address; what cannot be read is dropped and named. */
export function parseMemberQuery(search: URLSearchParams): {
  query: MemberQuery;
  ignored: Ignored[];
} {
  const read = readQuery(search);
  const query = {
    q: read.text("q", 100),
    role: read.one("role", roles),
    state: read.one("state", states),
    team: read.one("team", teams),
    after: read.cursor("after", MEMBERS_BY),
  };
  return { query, ignored: read.ignored("tab", "edit") };
}
