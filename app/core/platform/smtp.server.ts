import { createTransport, type Transporter } from "nodemailer";
import { env } from "./env.server.ts";
import { remember } from "./remember.ts";

export type Email = {
  /** The same for every try of one letter, so that a receiver sees it once. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** BCP 47, of the words. */
  language: string;
  /** Ends e-mails of this sort by one POST (RFC 8058). */
  unsubscribeUrl?: string | undefined;
};

const SECONDS = 1_000;

const transport = (): Transporter =>
  remember("smtp", () =>
    createTransport({
      url: env().SMTP_URL,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10 * SECONDS,
      greetingTimeout: 10 * SECONDS,
      socketTimeout: 30 * SECONDS,
      // A letter is ours from end to end: no file and no address of it is ever opened.
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  );

/** Hands a letter to the mail server. @throws Error of the server or the connection; `responseCode` 5xx is final */
export async function sendEmail(email: Email): Promise<void> {
  const { messageId, to, subject, text, html, language, unsubscribeUrl } = email;
  await transport().sendMail({
    messageId,
    from: env().SMTP_FROM,
    to: { name: "", address: to },
    subject,
    text,
    html,
    headers: {
      "Content-Language": language,
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl !== undefined && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  });
}

/** Whether the mail server answers and takes our name. */
export async function isMailReachable(): Promise<boolean> {
  return transport()
    .verify()
    .then(
      () => true,
      () => false,
    );
}

/** Ends the connections kept open between letters. */
export function closeMail(): void {
  if (env().SMTP_URL !== undefined) transport().close();
}

/** The server said no for good: another try would hear the same. */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  "responseCode" in error &&
  typeof error.responseCode === "number" &&
  error.responseCode >= 500;
