import { useFetcher } from "@remix-run/react";
import { Plus, X } from "lucide-react";
import { useEffect, useState } from "react";
import { type OutputItem, outputItem } from "#app/core/domain/summary/output.ts";
import type { PlaybackSummary } from "#app/core/pages/playback-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { emptyItem, itemsToEdit } from "./edited-items.ts";
import { ItemFields } from "./item-fields.tsx";

type Props = {
  summary: PlaybackSummary;
  section: string;
  title: string;
  people: readonly { id: string; name: string }[];
  onClose: () => void;
};
type Answer = { ok?: boolean; status?: string; error?: Record<string, string[] | null> };

const MANY = new Set(["bullets", "checklist", "table", "person", "url"]);

/** Changes the items of a section by hand, adds some and takes some away. Open as long as it is there. */
export default function SectionEditor({ summary, section, title, people, onClose }: Props) {
  const { t } = useTranslation("runs");
  const [items, setItems] = useState(() =>
    itemsToEdit(summary, section).map((one, key) => ({ ...one, key })),
  );
  const [isWrong, setWrong] = useState(false);
  const { submit, state, data: answer } = useFetcher<Answer>();
  const isDone = answer?.ok === true && state === "idle";
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  const known = summary.sections.find(({ key }) => key === section);
  const type = known?.type ?? "bullets";
  const edit = summary.edits.find((one) => one.section === section);
  const change = (key: number, item: OutputItem) =>
    setItems(items.map((one) => (one.key === key ? { ...one, item } : one)));
  const save = () => {
    const parsed = outputItem.array().safeParse(items.map(({ item }) => item));
    setWrong(!parsed.success);
    if (!parsed.success) return;
    submit(
      {
        ...{ intent: "edit_summary", section, templateId: summary.template?.id ?? 0 },
        items: JSON.stringify(parsed.data.map((item, at) => ({ ...item, from: items[at]?.from }))),
        ...(edit && { version: edit.version }),
      },
      { method: "post" },
    );
  };
  const isRefused = answer !== undefined && answer.ok !== true && state === "idle";
  return (
    <Dialog
      title={t("editTitle", { section: title })}
      effect={t("editNote")}
      size="form"
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {items.map(({ item, key }, at) => (
          <fieldset key={key} className="grid gap-2 border-b border-line pb-3">
            <legend className="sr-only">{t("item", { n: at + 1 })}</legend>
            <div className="flex items-start gap-2">
              <div className="grid grow gap-2">
                <ItemFields
                  item={item}
                  section={known}
                  people={people}
                  onChange={(next) => change(key, next)}
                />
              </div>
              <IconButton
                icon={X}
                size="small"
                label={t("remove", { n: at + 1 })}
                onClick={() => setItems(items.filter((one) => one.key !== key))}
              />
            </div>
          </fieldset>
        ))}
        {MANY.has(type) || items.length === 0 ? (
          <div>
            <Button
              size="small"
              tone="quiet"
              icon={Plus}
              onClick={() => {
                const key = Math.max(-1, ...items.map((one) => one.key)) + 1;
                const item = emptyItem(type, known?.columns.length ?? 1);
                setItems([...items, { item, from: null, key }]);
              }}
            >
              {t("add")}
            </Button>
          </div>
        ) : null}
        {isWrong || isRefused ? (
          <p role="alert" className="text-sm text-danger">
            {t(isWrong ? "invalid" : "changed")}
          </p>
        ) : null}
        <div className="flex justify-end gap-2">
          <Button tone="quiet" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" tone="primary" busy={state !== "idle" && t("saving")}>
            {t("save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
