import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { parseAnalyticsQuery } from "#app/core/domain/analytics/parse-query.ts";
import { analyticsSearch } from "#app/core/domain/analytics/query.ts";
import { parseTalkQuery } from "#app/core/domain/analytics/talk-query.ts";
import { talkSearch } from "#app/core/domain/analytics/talk-search.ts";
import type { Ignored } from "#app/core/domain/list/list-query.ts";
import { changeViewForm, ofView, saveViewForm } from "#app/core/domain/view/view.schema.ts";
import { findViewQuery, viewsSql } from "#app/core/domain/view/view-list.server.ts";
import { viewTeamsSql } from "#app/core/domain/view/view-teams.server.ts";
import type { ViewRef } from "#app/core/domain/view/view-views.ts";
import {
  changeView,
  deleteView,
  restoreView,
  saveView,
} from "#app/core/domain/view/view-writes.server.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import { now } from "#app/core/platform/clock.ts";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { commandsFor } from "./commands.ts";
import { parseClipsQuery } from "./clips-query.ts";
import { clipsSearch } from "./clips-search.ts";
import { onSavedView } from "./saved-search.ts";

/** The pages whose addresses are kept under a name; the list of recordings keeps more of a view (`view-commands`). */
export type SavedPage = "activity" | "talk-stats" | "clips";
const uuid = z.uuid();

function readAddress(page: SavedPage, search: URLSearchParams) {
  if (page === "clips") return clipsSearch(parseClipsQuery(search).query);
  if (page === "activity") return analyticsSearch(parseAnalyticsQuery(search, "UTC", now()).query);
  return talkSearch({ ...parseTalkQuery(search, "UTC", now()).query, person: null });
}

/** An address as a view keeps it: read, and written again. Periods stay relative; whose calls stand open is not kept. */
function canonical(page: SavedPage, text: string): string {
  const search = new URLSearchParams(text);
  const read = readAddress(page, search);
  return new URLSearchParams(
    Object.entries(read).flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).flatMap((one) =>
        one === null ? [] : [[key, String(one)]],
      ),
    ),
  ).toString();
}

/**
 * The address with what a saved view says of the keys that it does not name itself (product §8.2).
 * @returns a view that is not there any more, or not the actor's, is named as ignored
 */
export async function withSavedView(
  actor: Member,
  page: SavedPage,
  search: URLSearchParams,
): Promise<{ search: URLSearchParams; ignored: Ignored[] }> {
  const asked = search.get("view") ?? "";
  const own = new URLSearchParams([...search].filter(([key]) => key !== "view"));
  if (asked === "") return { search: own, ignored: [] };
  const view = uuid.safeParse(asked).success ? await findViewQuery(actor, page, asked) : null;
  if (view === null || view.isDeleted)
    return { search: own, ignored: [{ key: "view", value: view?.name ?? asked.slice(0, 80) }] };
  return { search: onSavedView(view.query, own), ignored: [] };
}

type Saved = { views: ViewRef[]; viewTeams: PersonRef[] };
/** The saved views of a page that the actor may open, and the teams they may share one with. */
export async function listSavedViews(actor: Member, page: SavedPage): Promise<Saved> {
  const [found] = await rows<{ [K in keyof Saved]: Saved[K] | null }>(
    Prisma.sql`SELECT (${viewsSql(actor, page)}) AS views, (${viewTeamsSql(actor)}) AS "viewTeams"`,
  );
  return { views: found?.views ?? [], viewTeams: found?.viewTeams ?? [] };
}

const { command, commandOn, table } = commandsFor<Member, Permission, object>();
const onView = commandOn(ofView, "viewId");

/** What a page may be asked for about its saved views. */
export const savedViewCommands = (page: SavedPage) => ({
  save_view: command({
    schema: saveViewForm,
    needs: "view.make",
    run: (actor, input) => saveView(actor, page, { ...input, query: canonical(page, input.query) }),
  }),
  change_view: command({ schema: changeViewForm, needs: "view.make", run: changeView }),
  delete_view: onView("view.make", deleteView),
  restore_view: onView("view.make", restoreView),
});

export const activityCommands = table(savedViewCommands("activity"));
export const talkStatsCommands = table(savedViewCommands("talk-stats"));
