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
  /** One's own notices: to read them, and to mark them as read. */
  "notice.list": { admin: yes, manager: yes, rep: yes },
  "notice.mark": { admin: yes, manager: yes, rep: yes },
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
  /** Figures of others one by one; who has it not sees their own, and those of groups. */
  "analytics.people": { admin: yes, manager: yes, rep: no },
  /** One's own care: to read it, to say what was hard, to switch that off. */
  "care.own": { admin: yes, manager: yes, rep: yes },
  /** Note that one was in touch; with whom is asked of the colleague (`care.look`). */
  "care.check_in": { admin: no, manager: yes, rep: no },
  "call.list": { admin: yes, manager: yes, rep: yes },
  "call.create": { admin: yes, manager: yes, rep: yes },
  "upload.send": { admin: yes, manager: yes, rep: yes },
  "pipeline.watch": { admin: yes, manager: yes, rep: yes },
  "console.read": { admin: yes, manager: yes, rep: yes },
  "live.start": { admin: yes, manager: yes, rep: yes },
  "live.wall": { admin: yes, manager: yes, rep: no },
  "view.make": { admin: yes, manager: yes, rep: yes },
  /** Share one with any team; others share with the teams they are of or set over. */
  "view.everywhere": { admin: yes, manager: no, rep: no },
  "clip.list": { admin: yes, manager: yes, rep: yes },
  "library.list": { admin: yes, manager: yes, rep: yes },
  /** One of their own at least; of a team or the workspace, `library.publish`. */
  "library.make": { admin: yes, manager: yes, rep: yes },
  "library.publish": { admin: yes, manager: yes, rep: no },
  /** Say who is to hear a library by when: of people in their scope, an admin of anybody. */
  "library.require": { admin: yes, manager: yes, rep: no },
  /** For any team. */
  "library.everywhere": { admin: yes, manager: no, rep: no },
  "deal.list": { admin: yes, manager: yes, rep: yes },
  /** Enter a deal, or many by a file; whose they may be is asked deal by deal (`deal.update`). */
  "deal.make": { admin: yes, manager: yes, rep: yes },
  /** Stages, and who sees deals. */
  "deal.manage": { admin: yes, manager: no, rep: no },
  "label.list": { admin: yes, manager: yes, rep: yes },
  /** Some labels at least: a manager those of their teams. */
  "label.manage": { admin: yes, manager: yes, rep: no },
  /** Labels and groups of the whole workspace. */
  "label.everywhere": { admin: yes, manager: no, rep: no },
  /** Published templates; drafts and the archive are for who may change them. */
  "template.list": { admin: yes, manager: yes, rep: yes },
  "template.manage": { admin: yes, manager: no, rep: no },
  "connection.manage": { admin: yes, manager: no, rep: no },
  "dictionary.list": { admin: yes, manager: yes, rep: yes },
  /** Some terms and trackers at least: a manager those of their teams. */
  "dictionary.manage": { admin: yes, manager: yes, rep: no },
  /** Ask those who keep it for a term. */
  "dictionary.suggest": { admin: yes, manager: yes, rep: yes },
  /** Those of the whole workspace. */
  "dictionary.everywhere": { admin: yes, manager: no, rep: no },
});
