import type { logCommands } from "#app/core/pages/log-commands.server.ts";
import { type Asked, askedOf, type CasesOf, read, type Requests } from "../requests.ts";

const ofLog = (log: "system" | "user"): Asked[] => {
  const right = `${log}log.list` as const;
  const page = `/setting/audit-log/${log}-log`;
  return [
    ...[{ actor: "{memberId}" }, { target: "{callId}" }].map((query) =>
      read(right, `routes/setting/${log}-log`, page, query),
    ),
    read(right, `routes/resource/${log}-log-export`, `/audit-log/${log}/jsonl`, {
      actor: "{memberId}",
    }),
    read(right, `routes/resource/${log}-log-export`, `/audit-log/${log}/csv`, {
      target: "{callId}",
    }),
  ];
};

const systemLog = {
  check: { right: "systemlog.list" },
  keep: { right: "workspace.manage", form: { days: "30" } },
} satisfies CasesOf<typeof logCommands.commands>;

export const requests: Requests = {
  reads: [...ofLog("system"), ...ofLog("user")],
  commands: [...askedOf("routes/setting/system-log", "/setting/audit-log/system-log", systemLog)],
  roles: { "systemlog.list": "admins", "userlog.others": "leaders" },
};
