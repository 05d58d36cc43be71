import { useId, useState } from "react";
import type { ReviewersView } from "#app/core/domain/review/review-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { FIELD, PersonForm } from "./person-form.tsx";

type Props = Pick<ReviewersView, "choices" | "mayGiveAccess"> & {
  callId: string;
  onDone: (name: string) => void;
};

/** Asks one more colleague to listen; whom it gives access to is said, and ticked, before. */
export function AssignReviewer({ callId, choices, mayGiveAccess, onDone }: Props) {
  const { t } = useTranslation("review");
  const [asked, setAsked] = useState(0);
  const id = useId();
  if (choices.length === 0) return <p className="text-sm text-ink-muted">{t("everybody")}</p>;
  return (
    <PersonForm
      callId={callId}
      intent="assign_reviewer"
      people={choices.map((choice) => ({
        ...choice,
        label: choice.sees ? choice.name : t("noAccess", { name: choice.name }),
      }))}
      texts={{
        person: t("person"),
        choose: t("choose"),
        submit: t("assign"),
        busy: t("assigning"),
      }}
      onDone={(name) => {
        setAsked((times) => times + 1);
        onDone(name);
      }}
      more={({ sees, name }) =>
        sees || !mayGiveAccess ? null : (
          <label className="flex min-h-6 basis-full items-start gap-1.5 text-sm" htmlFor={`${id}a`}>
            <Checkbox id={`${id}a`} name="givesAccess" />
            <span className="pt-0.5">{t("givesAccess", { name })}</span>
          </label>
        )
      }
    >
      <label htmlFor={`${id}d`} className={FIELD}>
        {t("dueOn")}
        <input
          key={asked} // empty again for the next one
          id={`${id}d`}
          type="date"
          name="dueOn"
          className={controlLook({ size: "small", className: "w-36" })}
        />
      </label>
    </PersonForm>
  );
}
