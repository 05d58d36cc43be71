import type { Role } from "../actor.ts";

/** Rights that need no row: the role alone decides (product §3.3). */
export const workspace = {
  "home.read": { admin: true, manager: true, rep: true },
  "parts.read": { admin: true, manager: false, rep: false },
  "preferences.update": { admin: true, manager: true, rep: true },
  "session.end": { admin: true, manager: true, rep: true },
  "profile.read": { admin: true, manager: true, rep: true },
  "profile.change": { admin: true, manager: true, rep: true },
  "workspace.manage": { admin: true, manager: false, rep: false },
  "member.list": { admin: true, manager: true, rep: false },
  "member.invite": { admin: true, manager: true, rep: false },
  "member.manage": { admin: true, manager: false, rep: false },
  "member.view_as": { admin: true, manager: false, rep: false },
  "view.leave": { admin: true, manager: true, rep: true },
  "private.open": { admin: true, manager: false, rep: false },
  "systemlog.list": { admin: true, manager: false, rep: false },
  "userlog.list": { admin: true, manager: true, rep: true },
  "call.list": { admin: true, manager: true, rep: true },
  "call.create": { admin: true, manager: true, rep: true },
  "upload.send": { admin: true, manager: true, rep: true },
  "pipeline.watch": { admin: true, manager: true, rep: true },
  "console.read": { admin: true, manager: true, rep: true },
  "live.start": { admin: true, manager: true, rep: true },
  "live.wall": { admin: true, manager: true, rep: false },
  "dictionary.manage": { admin: true, manager: true, rep: false },
} satisfies Record<`${string}.${string}`, Record<Role, boolean>>;
