import { redirect } from "@remix-run/node";
import * as z from "zod";
import { stopViewing } from "#app/core/domain/rights/view-as.server.ts";
import { signedIn } from "#app/http/route.server.ts";
import { paths } from "#app/paths.ts";

/** Back to one's own eyes: the one thing besides signing out that is done while viewing as somebody else. */
export const action = signedIn({ POST: "view.leave" }, z.object({}), async ({ actor }) => {
  await stopViewing(actor);
  return redirect(paths.settingMember());
});
