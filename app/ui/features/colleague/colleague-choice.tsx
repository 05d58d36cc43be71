import { useId } from "react";
import type { Colleague } from "#app/core/domain/recording/colleague-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";

/** A colleague who is linked by it may see the call: it is chosen, and what it does is said beside it. */
type Props = {
  /** Of the field. */
  name: string;
  member: Colleague;
  /** On a private call no colleague is linked unless that is chosen. */
  isPrivate: boolean;
  /** What is stored, where the person is known already: the member's id, or null for none. */
  stored?: string | null | undefined;
};

/** Whether a person of our side is the member who has their name. */
export function ColleagueChoice({ name, member, isPrivate, stored }: Props) {
  const { t } = useTranslation("colleague");
  const id = useId();
  const isHidden = isPrivate && !member.isSelf;
  const proposed = isHidden ? "none" : member.id;
  const start = stored === undefined ? proposed : stored === member.id ? member.id : "none";
  return (
    <div className="grid min-w-0 basis-full gap-1">
      <label htmlFor={id} className="sr-only">
        {t("label", { name: member.name })}
      </label>
      <Select
        // What is proposed follows the name and who may see the call.
        key={`${member.id} ${start}`}
        id={id}
        name={name}
        size="small"
        width="hug"
        aria-describedby={`${id}n`}
        defaultValue={start}
        options={[
          { value: member.id, label: t(member.isSelf ? "self" : "member", { name: member.name }) },
          { value: "none", label: t("none") },
        ]}
      />
      <p id={`${id}n`} className="text-xs text-ink-muted">
        {t(member.isSelf ? "own" : isHidden ? "private" : "note", { name: member.name })}
      </p>
    </div>
  );
}
