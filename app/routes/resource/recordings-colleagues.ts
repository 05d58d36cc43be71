import { json } from "@remix-run/node";
import * as z from "zod";
import { findColleagues } from "#app/core/domain/recording/colleagues.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** Which of the names that a form has are members'. */
export const loader = signedIn("call.create", z.object({}), async ({ actor, search }) =>
  json(await findColleagues(actor, search.getAll("name"))),
);
