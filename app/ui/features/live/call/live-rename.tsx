import { Pencil } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Popover } from "#app/ui/components/primitive/popover.tsx";
import type { LiveActions } from "./use-live-action.ts";

type Props = {
  title: string;
  actions: LiveActions;
};

/** Another title for the call that runs: who started one in a hurry names it while it goes on. */
export function LiveRename({ title, actions }: Props) {
  const { t } = useTranslation("live");
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={t("rename.action")}
      trigger={<IconButton icon={Pencil} size="small" label={t("rename.action")} />}
      open={isOpen}
      onOpenChange={setOpen}
    >
      <RenameForm title={title} actions={actions} onRenamed={() => setOpen(false)} />
    </Popover>
  );
}

function RenameForm({ title, actions, onRenamed }: Props & { onRenamed: () => void }) {
  const { t } = useTranslation("live");
  const id = useId();
  const [wanted, setWanted] = useState(title);
  const isSaving = actions.busy.has("rename");
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (wanted.trim() === "" || isSaving) return;
    if (await actions.act("rename", { title: wanted })) onRenamed();
  };
  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {t("rename.title")}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          value={wanted}
          required
          maxLength={200}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setWanted(event.currentTarget.value)}
          className={controlLook({ className: "min-w-0 flex-1" })}
        />
        <Button type="submit" tone="primary" size="tall" busy={isSaving && t("rename.saving")}>
          {t("rename.save")}
        </Button>
      </div>
      {actions.failed?.intent === "rename" ? (
        <p role="alert" className="text-xs text-danger">
          {t("rename.failed")}
        </p>
      ) : null}
    </form>
  );
}
