import { Pencil } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LiveStateEvent } from "#app/core/domain/live/live-views.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Popover } from "#app/ui/components/primitive/popover.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { NotDone } from "./not-done.tsx";
import type { LiveActions } from "./use-live-action.ts";
import { useCallChoices } from "./use-call-choices.ts";

type Props = {
  call: NonNullable<LiveStateEvent["call"]>;
  actions: LiveActions;
};

/** Another title, audience or language for the call that runs: who started in a hurry sets it right while it goes on. */
export function LiveEdit({ call, actions }: Props) {
  const { t } = useTranslation("live");
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={t("rename.action")}
      trigger={<IconButton icon={Pencil} size="small" label={t("rename.action")} />}
      open={isOpen}
      onOpenChange={setOpen}
    >
      <EditForm call={call} actions={actions} onSaved={() => setOpen(false)} />
    </Popover>
  );
}

function EditForm({ call, actions, onSaved }: Props & { onSaved: () => void }) {
  const { t } = useTranslation("live");
  const { t: choice } = useTranslation("lobby");
  const { visibilities, languages } = useCallChoices();
  const id = useId();
  const [wanted, setWanted] = useState(call.title);
  const [visibility, setVisibility] = useState<string>(call.visibility);
  const [language, setLanguage] = useState(call.language ?? "en");
  const isSaving = actions.busy.has("edit");
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (wanted.trim() === "" || isSaving) return;
    const isDone = await actions.act("edit", {
      title: wanted,
      ...(visibility !== call.visibility && { visibility }),
      ...(language !== call.language && { language }),
    });
    if (isDone) onSaved();
  };
  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-3">
      <label htmlFor={`${id}-title`} className="grid gap-1 text-sm font-medium">
        {t("rename.title")}
        <input
          id={`${id}-title`}
          value={wanted}
          required
          maxLength={200}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setWanted(event.currentTarget.value)}
          className={controlLook({ className: "min-w-0 font-normal" })}
        />
      </label>
      <label htmlFor={`${id}-visibility`} className="grid gap-1 text-sm font-medium">
        {choice("call.visibility")}
        <Select
          id={`${id}-visibility`}
          options={visibilities}
          value={visibility}
          onChange={(event) => setVisibility(event.currentTarget.value)}
        />
      </label>
      <label htmlFor={`${id}-language`} className="grid gap-1 text-sm font-medium">
        {choice("call.language")}
        <Select
          id={`${id}-language`}
          options={languages}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value)}
        />
      </label>
      <div>
        <Button type="submit" tone="primary" busy={isSaving && t("rename.saving")}>
          {t("rename.save")}
        </Button>
      </div>
      {actions.failed?.intent === "edit" ? (
        <p role="alert" className="text-xs text-danger">
          <NotDone failed={actions.failed}>{t("rename.failed")}</NotDone>
        </p>
      ) : null}
    </form>
  );
}
