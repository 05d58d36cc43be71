import { json } from "@remix-run/node";
import * as z from "zod";
import { openSource } from "#app/core/pages/playback-source.server.ts";
import { loadTab, TABS } from "#app/core/pages/playback-tabs.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** What one tab of the page of a call shows, for a page that was opened with another one. */
export const loader = signedIn(
  "call.read",
  z.object({ callId: z.uuid(), tab: z.enum(TABS) }),
  async ({ actor, params: { callId, tab } }) =>
    json(await loadTab(tab, await openSource(actor, callId))),
);
