import * as z from "zod";
import { resolveDeferredRequest } from "#app/core/domain/account/resolve-deferred-request.server.ts";
import {
  isEmailTemplate,
  isDeferredRequest,
  EMAIL_TEMPLATES,
} from "#app/core/domain/notification/email-templates.ts";
import { sendVisitCode } from "#app/core/domain/share/conditions.server.ts";
import { findWaiting, markFailed, markSent } from "#app/core/domain/notification/outbox.server.ts";
import { renderEmail } from "#app/core/mail/render.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { isFinalRefusal, sendEmail } from "#app/core/platform/smtp.server.ts";
import type { Handlers } from "../handle.ts";

const stoppable = z.object({ unsubscribeUrl: z.string() });
const stopUrlOf = (facts: object): string | undefined =>
  stoppable.safeParse(facts).data?.unsubscribeUrl;

/**
 * Answers what somebody asked for at the door, or sends a letter. Without a mail server letters count as sent when they
 * stand on the mail page; where there is neither, they fail, and Home says so.
 */
export const sendMail: Handlers["mail.send"] = async ({ mailId }) => {
  const waiting = await findWaiting(mailId);
  if (!waiting) return;
  if (waiting.template === "asked.share_code") return sendVisitCode(waiting);
  if (isDeferredRequest(waiting.template)) return resolveDeferredRequest(waiting);
  if (!isEmailTemplate(waiting.template)) return markFailed(mailId, "unknown_letter", true);
  const facts = EMAIL_TEMPLATES[waiting.template].parse(waiting.facts);
  const { to, language, template } = waiting;
  if (env().SMTP_URL === undefined) {
    if (env().hasMailPage) await db.$transaction((tx) => markSent(tx, mailId));
    else await markFailed(mailId, "mail_off", true);
    return;
  }
  try {
    await sendEmail({
      messageId: `<${mailId}@${new URL(env().appUrl).hostname}>`,
      to,
      language,
      ...renderEmail(template, language, facts),
      unsubscribeUrl: stopUrlOf(facts),
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "send_failed";
    await markFailed(mailId, code, isFinalRefusal(error));
    return;
  }
  await db.$transaction((tx) => markSent(tx, mailId));
};
