import type { Role } from "../access/actor.ts";

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
  isRecordable: boolean;
  hasFactor: boolean;
  /** ISO; null: never. */
  lastActiveAt: string | null;
  /** Calls they own, which somebody must take over. */
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
export type ImportCheck = { rows: ImportRow[]; good: number; bad: number };
export type Choice = { id: string; name: string };

const ROLES = ["admin", "manager", "rep"] as const;
const STATES = ["invited", "active", "deactivated"] as const;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads a list's filters from its address; what cannot be read is left out. */
export function parseMemberQuery(search: URLSearchParams): MemberQuery {
  const id = (name: string): string | null => {
    const value = search.get(name) ?? "";
    return ID.test(value) ? value : null;
  };
  return {
    q: (search.get("q") ?? "").trim().slice(0, 100),
    role: ROLES.find((role) => role === search.get("role")) ?? null,
    state: STATES.find((state) => state === search.get("state")) ?? null,
    team: id("team"),
    after: id("after"),
  };
}
