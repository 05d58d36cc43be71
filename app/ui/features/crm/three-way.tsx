import type { ReactNode } from "react";
import type { CrmGroupView, CrmWriteView } from "#app/core/domain/crm/crm-views.ts";
import { ActButton } from "./act-button.tsx";
import { EditForm, startOf } from "./edit-form.tsx";
import { useCrmText } from "./use-crm-text.ts";

type Props = { group: CrmGroupView; write: CrmWriteView; evidence: ReactNode };

/** Ours, theirs, or something else: for what somebody changed before we wrote it, or since. */
export function ThreeWay({ group, write, evidence }: Props) {
  const { t, crmOf, valueOf } = useCrmText();
  const crm = crmOf(group);
  const isUndo = write.state === "revert_conflict";
  const theirs = write.theirs?.value ?? null;
  const ours = isUndo ? write.before : write.proposed;
  const both = [ours, theirs].map(startOf).filter((text) => text !== "");
  const isText = ["text", "longtext", "richtext"].includes(write.type);
  const start = isText ? both.join(" ") : startOf(ours);
  const name = (what: string) => `${what}: ${write.fieldLabel}`;
  return (
    <div className="grid overflow-hidden rounded-control border border-line @xl:grid-cols-3">
      <Way
        title={t(isUndo ? "conflict.before" : "conflict.ours")}
        note={t(isUndo ? "conflict.beforeNote" : "conflict.oursNote")}
        button={
          <ActButton
            write={write}
            intent={isUndo ? "force_revert" : "accept"}
            label={name(t(isUndo ? "conflict.putBack" : "conflict.writeOurs"))}
          >
            {t(isUndo ? "conflict.putBack" : "conflict.writeOurs")}
          </ActButton>
        }
      >
        {valueOf(write, ours)} {isUndo ? null : evidence}
      </Way>
      <Way
        title={t("conflict.theirs")}
        note={t("conflict.theirsNote", { crm })}
        button={
          <ActButton
            write={write}
            intent={isUndo ? "keep" : "reject"}
            label={name(t("conflict.keepTheirs"))}
          >
            {t("conflict.keepTheirs")}
          </ActButton>
        }
      >
        {valueOf(write, theirs)}
      </Way>
      <Way title={t("conflict.edit")} note={t("conflict.editNote")} button={null}>
        <EditForm write={write} intent={isUndo ? "force_revert" : "accept"} start={start} />
      </Way>
    </div>
  );
}

type WayProps = { title: string; note: string; button: ReactNode; children: ReactNode };
const Way = ({ title, note, button, children }: WayProps) => (
  <div className="flex min-w-0 flex-col gap-2 border-line p-3 not-last:border-b @xl:not-last:border-r @xl:not-last:border-b-0">
    <p className="text-xs">
      <b className="block font-strong">{title}</b>
      <span className="text-ink-muted">{note}</span>
    </p>
    <div className="grow text-sm wrap-anywhere whitespace-pre-line">{children}</div>
    {button}
  </div>
);
