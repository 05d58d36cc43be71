import { redirect } from "@remix-run/node";
import * as z from "zod";
import { openNotice } from "#app/core/domain/notification/inbox.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** Leads to what a notice is about, by a link that works in a new tab, in an e-mail and without script; it is read then. */
export const loader = signedIn(
  "notice.list",
  z.object({ noticeId: z.uuid() }),
  async ({ actor, params }) => redirect(await openNotice(actor, params.noticeId)),
);
