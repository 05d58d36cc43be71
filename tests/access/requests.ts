import type {
  CallPermission,
  ClipPermission,
  CommentPermission,
  WorkspacePermission,
} from "#app/core/domain/access/policy/policy.ts";

/** A request as a browser sent it. `{kind}` in its parts stands for the id of that kind. */
export type Recorded = {
  /** Id of the route that answers. */
  route: string;
  method?: string;
  path: string;
  query?: Record<string, string>;
  form?: Record<string, string>;
  json?: Record<string, unknown>;
  bytes?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

/**
 * What a request is about beside a call, and so who else may not:
 * - `invited`: a colleague the actor does not see is not there
 * - `team`: a team outside the actor's scope is refused in its field
 * - `own`: another member's session, passkey or link to an identity provider is not there
 * - `label`: a label of a team outside the actor's scope is not there
 * - `part`: a call the actor took no part in is not there
 * - `notice`: another member's is not there, nor is a colleague's for an admin who views as them
 * - `deal`: a deal the actor does not see is not there; one they may not change is refused
 * - `gone`: a deleted deal that the actor may not restore is not there
 * - `clip`: a clip the actor does not see is not there, whatever they may do with its call
 * - `original`: a file that the actor may not have is not there, though its call is
 */
export type About =
  | "invited"
  | "team"
  | "own"
  | "label"
  | "notice"
  | "part"
  | "deal"
  | "gone"
  | "clip"
  | "original";

/** The rights that commands and addresses name: those on a call, a clip or a comment, and those of the role alone. */
export type Named = CallPermission | ClipPermission | CommentPermission | WorkspacePermission;

/** A deed, and who may do it by product §3.3: written by hand, so that a command that declares less is found. */
export type Deed = {
  right: Named;
  /** A second right that this form needs. */
  also?: Named;
  about?: About;
  /** Why no row of the workspace is another when it is done. */
  changesNothing?: string;
  /** The sign-in that asked for it is over. */
  signsOut?: true;
};

/** A command with its fields, `{kind}` for the id of that kind. */
export type Case = Deed & { form?: Record<string, string> };
/** A case for each command of a table; one that is missing does not compile. */
export type CasesOf<Commands> = {
  [I in keyof Commands & string]: Case | readonly [Case, ...Case[]];
};
/** Cases for the commands of a noun in a table that several share; one that no noun has fails `commands-refused`. */
export type SomeCasesOf<Commands> = Partial<CasesOf<Commands>>;

/** A deed as it is sent, or a look at something. */
export type Asked = Deed & {
  /** Unique: what it is called in a report. */
  name: string;
  recorded: Recorded;
  intent: string | null;
  /** A look that is allowed leads on to another address. */
  leadsOn?: true;
  /** A look that is allowed finds nothing to do, and says so with this status. */
  answers?: 400;
  /** What its entrance declares, where that is the weakest right of several deeds; `right` else. */
  declares?: string;
};

/** Everything that is asked about a noun: each `cases/<noun>.ts` exports its own as `requests`. */
export type Requests = {
  /** Every address of members that shows it. */
  reads?: readonly Asked[];
  /** Every command, and what changes something and is no command of a page. */
  commands?: readonly Asked[];
  /** Fields of its forms that may be left out. */
  optional?: readonly string[];
  /** Rights of the workspace that not every role has; `leaders` are managers and admins. */
  roles?: Partial<Record<WorkspacePermission, Roles>>;
};
export type Roles = "admins" | "leaders" | "managers";

/** The tab of a page, as browsers name theirs. */
export const TAB = "a-tab-of-ours";

/** The deeds of a page: its commands with their forms, in the order they are written down. */
export function askedOf(
  route: string,
  path: string,
  cases: Record<string, Case | readonly [Case, ...Case[]]>,
): Asked[] {
  return Object.entries(cases).flatMap(([intent, given]) =>
    listOf(given).map(({ form, ...deed }, at) => ({
      ...deed,
      name: `${path} ${intent}${at === 0 ? "" : ` ${at + 1}`}`,
      intent,
      recorded: { route, path, method: "POST", form: { intent, ...form } },
    })),
  );
}

const listOf = (given: Case | readonly [Case, ...Case[]]): readonly Case[] =>
  "right" in given ? [given] : given;

/** What changes something and is no command of a page. */
export const request = (
  name: string,
  recorded: Omit<Recorded, "method"> & { method?: string },
  deed: Deed & { declares?: string },
): Asked => ({ name, intent: null, recorded: { method: "POST", ...recorded }, ...deed });

/** A look at something. */
export const read = (
  right: Deed["right"],
  route: string,
  path: string,
  query?: Record<string, string>,
  more?: Pick<Asked, "about" | "declares" | "leadsOn" | "answers">,
): Asked => ({
  right,
  ...more,
  name: `${path}${query ? `?${new URLSearchParams(query).toString()}` : ""}`,
  intent: null,
  recorded: { route, path, ...(query && { query }) },
});
