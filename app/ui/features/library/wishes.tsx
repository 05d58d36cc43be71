import { Form } from "@remix-run/react";
import type { AskedView } from "#app/core/domain/library/library-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { sentValue } from "#app/ui/components/form/refusal.ts";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Gains } from "./gains.tsx";
import { RefusalNote } from "./refusal-note.tsx";

type Props = { wishes: readonly AskedView[]; answer: unknown };

/** What others want in a library and only the reader may let in. */
export function Wishes({ wishes, answer }: Props) {
  const { t } = useTranslation("library");
  if (wishes.length === 0) return null;
  return (
    <Panel title={t("wish.title")}>
      <ul className="grid gap-3">
        {wishes.map((wish) => (
          <Wish key={wish.itemId} wish={wish} answer={answer} />
        ))}
      </ul>
    </Panel>
  );
}

type WishProps = { wish: AskedView; answer: unknown };

function Wish({ wish: { itemId, library, by, why, preview }, answer }: WishProps) {
  const { t } = useTranslation("library");
  const people = t("people", { count: preview.shows });
  const isMine = sentValue(answer, "itemId") === itemId;
  return (
    <li className="grid gap-2 border-t border-line pt-3 text-sm first:border-t-0 first:pt-0">
      <p>{t("wish.asks", { by, call: preview.source.title, library })}</p>
      {why === "" ? null : <p className="text-ink-soft">{why}</p>}
      <div className="max-w-[40rem]">
        <Gains preview={preview} isGiving />
      </div>
      {isMine ? <RefusalNote answer={answer} intents={["accept_item", "decline_item"]} /> : null}
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="itemId" value={itemId} />
        <input type="hidden" name="gives" value={preview.gains.length} />
        <RowButton
          intent="accept_item"
          label={t("wish.acceptOf", { call: preview.source.title, people })}
        >
          {t("wish.accept", { people })}
        </RowButton>
        <RowButton
          intent="decline_item"
          tone="quiet"
          label={t("wish.declineOf", { call: preview.source.title, library })}
        >
          {t("wish.decline")}
        </RowButton>
      </Form>
    </li>
  );
}
