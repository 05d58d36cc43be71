import { useFetcher } from "@remix-run/react";
import { Users } from "lucide-react";
import { useEffect, useState } from "react";
import type { AccessView } from "#app/core/domain/call/access-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import type { AccessDone } from "./access-answer.ts";
import { AccessRow } from "./access-row.tsx";
import { GiveAccess } from "./give-access.tsx";
import { LoadedDialog } from "./loaded-dialog.tsx";
import { UndoAccess } from "./undo-access.tsx";

type Props = { callId: string; onClose: () => void };

/** Who sees a call and why; access is given and taken back here. Open as long as it is there. */
export default function AccessDialog({ callId, onClose }: Props) {
  const { t } = useTranslation("access");
  const { load, data: view } = useFetcher<AccessView>();
  useEffect(() => load(paths.callAccess(callId)), [load, callId]);
  const [done, setDone] = useState<AccessDone | null>(null);
  return (
    <LoadedDialog title={t("title")} loading={t("loading")} onClose={onClose}>
      {view === undefined ? null : (
        <>
          <GiveAccess callId={callId} candidates={view.candidates} onDone={setDone} />
          {done === null ? null : (
            <UndoAccess
              key={JSON.stringify(done.undo)}
              callId={callId}
              done={done}
              onUndone={() => setDone(null)}
            />
          )}
          <section className="grid gap-1">
            <h3 className="text-xs font-strong text-ink-muted">{t("people")}</h3>
            {view.visibility === "private" ? <p className="text-sm">{t("private")}</p> : null}
            <ul className="divide-y divide-line text-sm">
              {view.everyone === null ? null : (
                <li className="flex min-h-11 items-center gap-2.5 py-1.5">
                  <span className="face size-[26px] bg-surface-sunken text-ink-soft">
                    <Icon of={Users} />
                  </span>
                  {t("everyone", { count: view.everyone })}
                </li>
              )}
              {view.people.map((person) => (
                <AccessRow
                  key={person.id}
                  callId={callId}
                  person={person}
                  team={view.team}
                  onDone={setDone}
                />
              ))}
            </ul>
          </section>
        </>
      )}
    </LoadedDialog>
  );
}
