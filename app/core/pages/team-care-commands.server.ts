import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import {
  hardForm,
  markForm,
  ofColleague,
  showForm,
  switchForm,
} from "#app/core/domain/care/care.schema.ts";
import {
  logCheckIn,
  markCall,
  markSuggestion,
  showCall,
  switchHard,
  switchWorkspaceHard,
} from "#app/core/domain/care/care-writes.server.ts";
import { commandsFor } from "./commands.ts";

const { command, commandOn, table } = commandsFor<Member, Permission, object>();
const onColleague = commandOn(ofColleague, "memberId");

/** What may be asked of team care. */
export const teamCareCommands = table({
  log_check_in: onColleague("care.check_in", logCheckIn),
  mark_suggestion: command({ schema: markForm, needs: "care.own", run: markSuggestion }),
  mark_call: command({ schema: hardForm, needs: "care.own", run: markCall }),
  show_call: command({ schema: showForm, needs: "care.own", run: showCall }),
  switch_hard: command({ schema: switchForm, needs: "care.own", run: switchHard }),
  switch_workspace_hard: command({
    schema: switchForm,
    needs: "workspace.manage",
    run: switchWorkspaceHard,
  }),
});
