import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";

const MOST = 4_000;

type Props = {
  elapsedMs: number | null;
  onNote: (body: string, t0Ms: number | null) => Promise<boolean>;
};

/** A note that belongs where it was begun, not where it was finished. */
export function PopperNote({ elapsedMs, onNote }: Props) {
  const { t } = useTranslation("lobby");
  const { t: common } = useTranslation("common");
  const { duration } = useFormat();
  const id = useId();
  const [body, setBody] = useState("");
  const [begunMs, setBegunMs] = useState<number | null>(null);
  const [said, setSaid] = useState<{ text: string; isTrouble: boolean } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const time = duration((body === "" ? elapsedMs : begunMs) ?? 0);

  const write = (next: string) => {
    if (body === "") setBegunMs(elapsedMs);
    setBody(next);
    setSaid(null);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const text = body.trim();
    if (text === "" || isSaving) return;
    setSaving(true);
    const isDone = await onNote(text, begunMs);
    setSaving(false);
    if (isDone) setBody("");
    setSaid(
      isDone
        ? { text: t("popper.noted", { time }), isTrouble: false }
        : { text: t("popper.notSaved"), isTrouble: true },
    );
  };
  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-1 px-3 pb-2">
      <label htmlFor={id} className="text-xs text-ink-muted">
        {t("popper.note", { time })}
      </label>
      <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5">
        <input
          id={id}
          value={body}
          maxLength={MOST}
          autoComplete="off"
          onChange={(event) => write(event.currentTarget.value)}
          className={controlLook({ size: "small" })}
        />
        <Button type="submit" busy={isSaving && common("saving")}>
          {t("popper.save")}
        </Button>
      </span>
      <span
        role="status"
        className={
          said?.isTrouble === true ? "text-2xs text-danger" : "text-2xs text-ink-muted empty:hidden"
        }
      >
        {said?.text}
      </span>
    </form>
  );
}
