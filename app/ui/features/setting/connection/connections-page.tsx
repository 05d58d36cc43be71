import { useEffect } from "react";
import type { ConnectionsView } from "#app/core/pages/connections.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { ConnectionLine } from "./connection-line.tsx";
import { ConnectionPanel } from "./connection-panel.tsx";
import { MockCrmPanel } from "./mock-crm-panel.tsx";
import { ReturnNote } from "./return-note.tsx";

type Props = ConnectionsView & { answer: unknown };

/** Other systems the workspace works with, and the panel of the one that is set up. */
export function ConnectionsPage({ cards, open, mock, answer }: Props) {
  const { t } = useTranslation("connection");
  const leaving = leavingOf(answer);
  return (
    <Page title={t("title")} facts={t("note")}>
      {leaving === null ? <ReturnNote cards={cards} /> : <Leaving to={leaving} />}
      <div
        className={open === null ? "" : "grid gap-6 min-[72rem]:grid-cols-[minmax(0,1fr)_24rem]"}
      >
        <div className="grid min-w-0 content-start gap-4">
          <Panel title={t("crm")}>
            <ul className="divide-y divide-line">
              {cards.map((card) => (
                <ConnectionLine key={card.slug} card={card} isOpen={card.slug === open?.slug} />
              ))}
            </ul>
          </Panel>
          {mock === null ? null : <MockCrmPanel mock={mock} answer={answer} />}
        </div>
        {open === null ? null : (
          <ConnectionPanel key={`${open.slug}-${open.state}`} card={open} answer={answer} />
        )}
      </div>
    </Page>
  );
}

function leavingOf(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null || !("leaving" in answer)) return null;
  return typeof answer.leaving === "string" ? answer.leaving : null;
}

/** Script goes there by itself; without it the link does. */
function Leaving({ to }: { to: string }) {
  const { t } = useTranslation("connection");
  useEffect(() => {
    window.location.assign(to);
  }, [to]);
  const name = new URL(to).host;
  return (
    <Banner isUpdate action={<TextLink to={to}>{t("continue", { name })}</TextLink>}>
      {t("leaving", { name })}
    </Banner>
  );
}
