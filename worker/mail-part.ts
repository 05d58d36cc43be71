import { hostname } from "node:os";
import { savePart } from "#app/core/domain/part/parts.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { isMailReachable } from "#app/core/platform/smtp.server.ts";

/** Says what becomes of letters here: a mail server takes them, they stand on the mail page, or nothing is sent. */
export async function tellMail(): Promise<void> {
  if (env().SMTP_URL === undefined)
    await savePart("mail", hostname(), env().hasMailPage ? "limited" : "off", {
      why: env().hasMailPage ? "page" : "unset",
    });
  else if (await isMailReachable()) await savePart("mail", hostname(), "on", {});
  else await savePart("mail", hostname(), "off", { why: "unreachable" });
}
