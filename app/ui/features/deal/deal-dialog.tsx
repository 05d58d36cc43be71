import { useFetcher } from "@remix-run/react";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { DealChoices, DealRef } from "#app/core/domain/deal/deal-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { LateContent } from "#app/ui/components/primitive/late-content.tsx";
import { CrmDeals } from "./crm-deals.tsx";
import { DealLine } from "./deal-line.tsx";
import { LinkedDeal } from "./linked-deal.tsx";
import { NewDealForm } from "./new-deal-form.tsx";
import { useDealCommand } from "./use-deal-command.ts";

type Props = {
  callId: string;
  onClose: () => void;
  /** A sentence that says what was done. */
  onDone: (text: string) => void;
};

/** A pause in typing. */
const PAUSE_MS = 150;

/** Says which deal a call is about: one of those that may be it, one that is searched for, a new one, or none. */
export default function DealDialog({ callId, onClose, onDone }: Props) {
  const { t } = useTranslation("deal");
  const { load, data: choices } = useFetcher<DealChoices>();
  useEffect(() => load(paths.callDeals(callId)), [load, callId]);
  return (
    <Dialog
      title={t("title")}
      size="form"
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      {choices === undefined ? (
        <p role="status" className="text-sm text-ink-muted">
          {t("loading")}
        </p>
      ) : (
        <LateContent>
          <Choosing
            callId={callId}
            choices={choices}
            onChanged={() => load(paths.callDeals(callId))}
            onDone={(text) => {
              onDone(text);
              onClose();
            }}
          />
        </LateContent>
      )}
    </Dialog>
  );
}

type ChoosingProps = {
  callId: string;
  choices: DealChoices;
  /** What is known of the linked deal is other than it was. */
  onChanged: () => void;
  onDone: (text: string) => void;
};

function Choosing({ callId, choices, onChanged, onDone }: ChoosingProps) {
  const { t } = useTranslation("deal");
  const [isNew, setNew] = useState(false);
  const [linking, setLinking] = useState("");
  const command = useDealCommand(callId, (intent) =>
    onDone(
      intent === "link_deal" || intent === "link_crm_deal"
        ? t("linked", { name: linking })
        : t(intent === "unlink_deal" ? "unlinked" : "left"),
    ),
  );
  const { text, setText, found } = useSearch(callId, choices.found);
  if (isNew)
    return (
      <NewDealForm
        callId={callId}
        choices={choices}
        onMade={(name) => onDone(t("linked", { name }))}
        onCancel={() => setNew(false)}
      />
    );
  const primary = choices.linked.find(({ isPrimary }) => isPrimary);
  const candidates = choices.linked.filter(({ isPrimary }) => !isPrimary);
  const listed = new Set(text === "" ? choices.linked.map(({ id }) => id) : []);
  const others = found.filter(({ id }) => !listed.has(id));
  const lines = (deals: readonly DealRef[]) => (
    <ul className="divide-y divide-line">
      {deals.map((deal) => (
        <li key={deal.id}>
          <DealLine deal={deal}>
            {deal.id === primary?.id ? null : (
              <Button
                size="small"
                aria-label={t("linkTo", { name: deal.name })}
                disabledReason={deal.mayLink ? undefined : t("notYours")}
                busy={command.isSending("link_deal", deal.id) && t("linking")}
                onClick={() => {
                  setLinking(deal.name);
                  command.send("link_deal", { dealId: deal.id });
                }}
              >
                {t("link")}
              </Button>
            )}
          </DealLine>
        </li>
      ))}
    </ul>
  );
  return (
    <div className="grid gap-4 text-sm">
      <LinkedDeal primary={primary} choices={choices} command={command} />
      {command.hasFailed ? (
        <p role="alert" className="text-danger">
          {command.fault === null
            ? t("failed")
            : t(`crm.fault.${command.fault}`, { crm: "CRM", defaultValue: t("failed") })}
        </p>
      ) : null}
      <input
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        autoComplete="off"
        maxLength={120}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        className={controlLook({ className: "w-full" })}
      />
      {text === "" && candidates.length > 0 ? (
        <section>
          <h3 className="text-xs font-strong text-ink-muted">{t("matches")}</h3>
          {lines(candidates)}
        </section>
      ) : null}
      <section>
        <h3 className="text-xs font-strong text-ink-muted">{t(text === "" ? "yours" : "found")}</h3>
        {others.length > 0 ? lines(others) : null}
        <p role="status" className="text-xs text-ink-muted empty:hidden">
          {others.length === 0 ? t(text === "" ? "noOpen" : "nothing") : null}
          {found.length === MOST_FOUND ? t("more", { n: MOST_FOUND }) : null}
        </p>
      </section>
      {choices.hasCrm ? (
        <CrmDeals
          callId={callId}
          text={text}
          shown={new Set([...choices.linked, ...others].map(({ id }) => id))}
          command={command}
          onLinking={setLinking}
          onChanged={onChanged}
        />
      ) : null}
      <div>
        <Button icon={Plus} onClick={() => setNew(true)}>
          {t("new.open")}
        </Button>
      </div>
    </div>
  );
}

/** As many come at once (`deal-reads.server.ts`). */
const MOST_FOUND = 8;

/** What the server finds for a text; what was found before stays until the next answer is there. */
function useSearch(callId: string, first: DealRef[]) {
  const [text, setText] = useState("");
  const { load, data } = useFetcher<DealChoices>();
  useEffect(() => {
    if (text === "") return undefined;
    const timer = setTimeout(() => load(paths.callDeals(callId, text)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, load, callId]);
  return { text, setText, found: text === "" ? first : (data?.found ?? first) };
}
