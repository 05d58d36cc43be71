import { X } from "lucide-react";
import { useId } from "react";
import type { Mentionable } from "#app/core/domain/comment/comment-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import type { Draft } from "./comment-drafts.ts";

type Props = {
  draft: Draft;
  people: readonly Mentionable[] | null;
  onChange: (change: Partial<Draft>) => void;
};

/** Whose view is asked for, and until when. */
export function AskField({ draft: { ask, dueOn }, people, onChange }: Props) {
  const { t } = useTranslation("comment");
  const id = useId();
  const left = (people ?? []).filter(({ id: one }) => !ask.some((person) => person.id === one));
  return (
    <div className="grid gap-2 text-xs text-ink-muted">
      {ask.length === 0 ? null : (
        <ul className="flex flex-wrap gap-1.5">
          {ask.map((person) => (
            <li
              key={person.id}
              className="inline-flex items-center gap-1 rounded-full border border-line pl-2 text-ink-soft"
            >
              <bdi>{person.name}</bdi>
              <IconButton
                icon={X}
                size="small"
                label={t("write.askRemove", { name: person.name })}
                onClick={() => onChange({ ask: ask.filter((one) => one !== person) })}
              />
              <input type="hidden" name="ask" value={person.id} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <label htmlFor={`${id}p`} className="grid min-w-0 flex-1 basis-36 gap-1">
          {t("write.askWho")}
          <Select
            id={`${id}p`}
            size="small"
            value=""
            onChange={({ currentTarget: { value } }) => {
              const person = left.find((one) => one.id === value);
              if (person) onChange({ ask: [...ask, { id: person.id, name: person.name }] });
            }}
            options={[
              { value: "", label: t("write.askChoose") },
              ...left.map(({ id: value, name }) => ({ value, label: name })),
            ]}
          />
        </label>
        <label htmlFor={`${id}d`} className="grid gap-1">
          {t("write.due")}
          <input
            id={`${id}d`}
            type="date"
            name="dueOn"
            value={dueOn}
            onChange={({ currentTarget }) => onChange({ dueOn: currentTarget.value })}
            className={controlLook({ size: "small" })}
          />
        </label>
      </div>
    </div>
  );
}
