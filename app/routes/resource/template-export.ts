import * as z from "zod";
import { exportTemplate } from "#app/core/domain/template/exchange.server.ts";
import { signedIn } from "#app/http/route.server.ts";

/** A template as a file that another workspace can import. */
export const loader = signedIn(
  "template.manage",
  z.object({
    id: z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .transform(Number),
  }),
  async ({ actor, params: { id } }) =>
    new Response(`${JSON.stringify(await exportTemplate(actor, id), null, 2)}\n`, {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": `attachment; filename="template-${id}.json"`,
        "Cache-Control": "private, no-store",
      },
    }),
);
