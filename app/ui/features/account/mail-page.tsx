import { useTranslation } from "#app/i18n/translation.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

export type ShownEmail = {
  id: string;
  to: string;
  at: string;
  language: string;
  url: string;
  subject: string;
  text: string;
  html: string;
};

/** Letters, newest first, as text and as they look. */
export function MailPage({ emails }: { emails: ShownEmail[] }) {
  const { t } = useTranslation("account");
  return (
    <main id="content" className="mx-auto max-w-3xl px-5 py-6">
      <Page title={t("mail.title")} facts={t("mail.facts")}>
        {emails.length === 0 ? (
          <EmptyState title={t("mail.emptyTitle")} why={t("mail.empty")} />
        ) : (
          emails.map((email) => <EmailPanel key={email.id} email={email} />)
        )}
      </Page>
    </main>
  );
}

function EmailPanel({ email }: { email: ShownEmail }) {
  const { t } = useTranslation("account");
  const { to, at, subject, text, html, url, language } = email;
  return (
    <article>
      <Panel>
        <div className="flex items-baseline gap-2">
          <h2 className="grow text-base font-medium">{subject}</h2>
          <span className="text-xs whitespace-nowrap text-ink-muted">
            <Moment iso={at} />
          </span>
        </div>
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
          <span>{t("mail.to", { address: to })}</span>
          <TextLink to={url} reloadDocument>
            {t("mail.open")}
          </TextLink>
        </p>
        <details className="mt-2 text-sm">
          <summary className="text-ink-muted hover:text-ink">{t("mail.plain")}</summary>
          <p lang={language} className="mt-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
        </details>
        <details className="mt-2 text-sm">
          <summary className="text-ink-muted hover:text-ink">{t("mail.marked")}</summary>
          <iframe
            title={subject}
            srcDoc={html}
            sandbox=""
            loading="lazy"
            className="mt-2 h-96 w-full rounded-control border border-line"
          />
        </details>
      </Panel>
    </article>
  );
}
