import type { Member } from "../actor.ts";
import { always, never, withFrame } from "./rule.ts";

type WorkspaceRule = { one: (actor: Member) => boolean };
const yes: WorkspaceRule = { one: always };
const no: WorkspaceRule = { one: never };

/** Rights that need no row: the role alone decides (product §3.3). */
export const workspace = withFrame(() => yes, {
  "home.read": { admin: yes, manager: yes, rep: yes },
  "parts.read": { admin: yes, manager: no, rep: no },
  "preferences.update": { admin: yes, manager: yes, rep: yes },
  "session.end": { admin: yes, manager: yes, rep: yes },
  "profile.read": { admin: yes, manager: yes, rep: yes },
  "profile.change": { admin: yes, manager: yes, rep: yes },
  "workspace.manage": { admin: yes, manager: no, rep: no },
  "member.list": { admin: yes, manager: yes, rep: no },
  "member.invite": { admin: yes, manager: yes, rep: no },
  "member.manage": { admin: yes, manager: no, rep: no },
  "member.view_as": { admin: yes, manager: no, rep: no },
  "view.leave": { admin: yes, manager: yes, rep: yes },
  "private.open": { admin: yes, manager: no, rep: no },
  "systemlog.list": { admin: yes, manager: no, rep: no },
  "userlog.list": { admin: yes, manager: yes, rep: yes },
  /** Entries of others too, as far as the row's right goes. */
  "userlog.others": { admin: yes, manager: yes, rep: no },
  "call.list": { admin: yes, manager: yes, rep: yes },
  "call.create": { admin: yes, manager: yes, rep: yes },
  "upload.send": { admin: yes, manager: yes, rep: yes },
  "pipeline.watch": { admin: yes, manager: yes, rep: yes },
  "console.read": { admin: yes, manager: yes, rep: yes },
  "live.start": { admin: yes, manager: yes, rep: yes },
  "live.wall": { admin: yes, manager: yes, rep: no },
  "label.list": { admin: yes, manager: yes, rep: yes },
  /** Some labels at least: a manager those of their teams. */
  "label.manage": { admin: yes, manager: yes, rep: no },
  /** Labels and groups of the whole workspace. */
  "label.everywhere": { admin: yes, manager: no, rep: no },
  "dictionary.manage": { admin: yes, manager: yes, rep: no },
});
