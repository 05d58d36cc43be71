import type { teamCareCommands } from "#app/core/pages/team-care-commands.server.ts";
import { askedOf, type CasesOf, read, type Requests } from "../requests.ts";

const care = {
  log_check_in: { right: "care.check_in", about: "invited", form: { memberId: "{memberId}" } },
  mark_suggestion: {
    right: "care.own",
    form: { rule: "C2", monday: "2026-11-16", isRight: "no" },
  },
  mark_call: { right: "care.own", about: "own", form: { callId: "{callId}", isHard: "yes" } },
  show_call: { right: "care.own", about: "own", form: { callId: "{callId}", isShown: "yes" } },
  switch_hard: { right: "care.own", form: { on: "no" } },
  switch_workspace_hard: { right: "workspace.manage", form: { on: "no" } },
} satisfies CasesOf<typeof teamCareCommands.commands>;

export const requests: Requests = {
  reads: [
    read("care.own", "routes/analytics/team-care", "/analytics/team-care", { team: "{teamId}" }),
  ],
  commands: [...askedOf("routes/analytics/team-care", "/analytics/team-care", care)],
  roles: { "care.check_in": "managers" },
};
