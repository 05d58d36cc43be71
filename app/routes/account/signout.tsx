import { json } from "@remix-run/node";
import * as z from "zod";
import { signOut } from "#app/core/domain/account/sign-in.server.ts";
import { afterSignOut } from "#app/http/entry.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import { SignOutPage } from "#app/ui/features/account/sign-out-page.tsx";
import { pageTitle } from "#app/i18n/page-title.ts";

export const meta = pageTitle("signOut");

/** GET only asks; nothing changes by following a link. */
export const loader = signedIn("session.end", z.object({}), () => Promise.resolve(json({})));

export const action = signedIn({ POST: "session.end" }, z.object({}), async ({ actor }) => {
  await signOut(actor);
  return afterSignOut();
});

export default function SignOutRoute() {
  return <SignOutPage />;
}
