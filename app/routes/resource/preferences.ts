import { redirect } from "@remix-run/node";
import * as z from "zod";
import { savePreferences } from "#app/core/domain/account/preferences.server.ts";
import { preferencesForm } from "#app/core/domain/account/preferences.schema.ts";
import { preferenceCookie } from "#app/http/cookies.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { safePath } from "#app/http/safe-path.ts";

/** Theme, language and whether the demo still says so: remembered by the browser, and by the profile of whoever is signed in. */
export const action = visitor({ POST: "preferences.use" }, z.object({}), ({ actor, form }) =>
  form(preferencesForm, async ({ theme, lang, demoBanner, returnTo }) => {
    if (actor) await savePreferences(actor, { ...(lang && { language: lang }) });
    const headers = new Headers();
    if (theme) headers.append("Set-Cookie", preferenceCookie("theme", theme));
    if (lang) headers.append("Set-Cookie", preferenceCookie("lang", lang));
    if (demoBanner) headers.append("Set-Cookie", preferenceCookie("demo_banner", demoBanner));
    return redirect(safePath(returnTo), { headers });
  }),
);
