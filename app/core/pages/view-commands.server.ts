import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { listLookForm } from "#app/core/domain/account/list-settings.schema.ts";
import { saveListLook } from "#app/core/domain/account/preferences.server.ts";
import { chooseDefaultView } from "#app/core/domain/view/default-view.server.ts";
import { followView } from "#app/core/domain/view/follow.server.ts";
import {
  changeViewForm,
  defaultViewForm,
  followViewForm,
  ofView,
  saveViewForm,
  updateViewForm,
} from "#app/core/domain/view/view.schema.ts";
import {
  changeView,
  deleteView,
  restoreView,
  saveView,
  updateView,
} from "#app/core/domain/view/view-writes.server.ts";
import { commandsFor } from "./commands.ts";
import { canonicalQuery, VIEWED_PAGE } from "./recordings-view.server.ts";

const { command, commandOn } = commandsFor<Member, Permission, object>();
const onView = commandOn(ofView, "viewId");

/** What the recordings' page may ask for about how they are listed: saved views, and what a row shows. */
export const viewCommands = {
  save_view: command({
    schema: saveViewForm,
    needs: "view.make",
    run: (actor, input) =>
      saveView(actor, VIEWED_PAGE, { ...input, query: canonicalQuery(input.query) }),
  }),
  update_view: command({
    schema: updateViewForm,
    needs: "view.make",
    run: (actor, input) => updateView(actor, { ...input, query: canonicalQuery(input.query) }),
  }),
  change_view: command({ schema: changeViewForm, needs: "view.make", run: changeView }),
  delete_view: onView("view.make", deleteView),
  restore_view: onView("view.make", restoreView),
  default_view: command({
    schema: defaultViewForm,
    needs: "preferences.update",
    run: (actor, { viewId }) => chooseDefaultView(actor, viewId),
  }),
  follow_view: command({ schema: followViewForm, needs: "view.make", run: followView }),
  arrange_list: command({
    schema: listLookForm,
    needs: "preferences.update",
    run: (actor, look) => saveListLook(actor, look),
  }),
};
