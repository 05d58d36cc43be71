import { answerQuestion } from "#app/core/domain/account/answer.server.ts";
import { isLetter, isQuestion, LETTERS } from "#app/core/domain/notification/letters.ts";
import { findWaiting, markFailed, markSent } from "#app/core/domain/notification/outbox.server.ts";
import { writeLetter } from "#app/core/mail/render.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { isFinalRefusal, sendLetter } from "#app/core/platform/smtp.server.ts";
import type { Handlers } from "../handle.ts";

/**
 * Answers what somebody asked for at the door, or sends a letter. Without a mail server letters count as sent when they
 * stand on the mail page; where there is neither, they fail, and Home says so.
 */
export const sendMail: Handlers["mail.send"] = async ({ mailId }) => {
  const waiting = await findWaiting(mailId);
  if (!waiting) return;
  if (isQuestion(waiting.template)) return answerQuestion(waiting);
  if (!isLetter(waiting.template)) return markFailed(mailId, "unknown_letter", true);
  const facts = LETTERS[waiting.template].parse(waiting.facts);
  const { to, language, template } = waiting;
  if (env().SMTP_URL === undefined) {
    if (env().hasMailPage) await db.$transaction((tx) => markSent(tx, mailId));
    else await markFailed(mailId, "mail_off", true);
    return;
  }
  try {
    await sendLetter({
      messageId: `<${mailId}@${new URL(env().appUrl).hostname}>`,
      to,
      language,
      ...writeLetter(template, language, facts),
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "send_failed";
    await markFailed(mailId, code, isFinalRefusal(error));
    return;
  }
  await db.$transaction((tx) => markSent(tx, mailId));
};
