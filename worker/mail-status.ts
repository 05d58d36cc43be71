import { hostname } from "node:os";
import { saveComponentStatus } from "#app/core/domain/component/component-status.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { isMailReachable } from "#app/core/platform/smtp.server.ts";

/** Says what becomes of letters here: a mail server takes them, they stand on the mail page, or nothing is sent. */
export async function saveMailStatus(): Promise<void> {
  if (env().SMTP_URL === undefined)
    await saveComponentStatus("mail", hostname(), env().hasMailPage ? "limited" : "off", {
      why: env().hasMailPage ? "page" : "unset",
    });
  else if (await isMailReachable()) await saveComponentStatus("mail", hostname(), "on", {});
  else await saveComponentStatus("mail", hostname(), "off", { why: "unreachable" });
}
