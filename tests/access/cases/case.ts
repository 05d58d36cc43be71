import type {
  CallPermission,
  ClipPermission,
  CommentPermission,
  WorkspacePermission,
} from "#app/core/domain/access/policy/policy.ts";
import type { Recorded } from "../recorded.ts";

/**
 * What a request is about beside a call, and so who else may not:
 * - `invited`: a colleague the actor does not see is not there
 * - `team`: a team outside the actor's scope is refused in its field
 * - `own`: somebody else's session, passkey or link to an identity provider is not there
 * - `label`: a label of a team outside the actor's scope is not there
 * - `part`: a call the actor took no part in is not there
 * - `notice`: somebody else's is not there, nor is a colleague's for who looks with their eyes
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
/** A case for each command of a page; one that is missing does not compile. */
export type CasesOf<Commands> = {
  [I in keyof Commands & string]: Case | readonly [Case, ...Case[]];
};

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
