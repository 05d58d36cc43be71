import * as z from "zod";
import { playerSettingsForm } from "#app/core/domain/account/player-settings.schema.ts";
import { savePlayerSettings } from "#app/core/domain/account/preferences.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** How a member plays calls, kept for every browser of theirs. */
export const action = signedIn({ POST: "preferences.update" }, z.object({}), ({ actor, body }) =>
  body(playerSettingsForm, async (settings) => {
    await savePlayerSettings(actor, settings);
    return new Response(null, { status: 204 });
  }),
);
