import { useFetcher } from "@remix-run/react";
import { X } from "lucide-react";
import { useState } from "react";
import type { CallLabelView } from "#app/core/domain/label/label-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Popover } from "#app/ui/components/primitive/popover.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { LabelPicker } from "./label-picker.tsx";

type Props = { callId: string; labels: readonly CallLabelView[] };

/** The labels of a call, each with its way off, and the picker behind them. */
export default function LabelEditor({ callId, labels }: Props) {
  const { t } = useTranslation("label");
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {labels.length === 0 ? null : (
        <ul aria-label={t("picker.title")} className="contents">
          {labels.map((label) => (
            <li key={label.id} className="contents">
              <Tag dot={label.colour}>
                <span className="inline-flex items-center gap-1">
                  <bdi title={label.isByRule ? t("picker.byRule") : undefined}>{label.name}</bdi>
                  <Remove label={label} />
                </span>
              </Tag>
            </li>
          ))}
        </ul>
      )}
      <Popover
        label={t("picker.title")}
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button tone="quiet" size="small">
            {t("picker.edit")}
          </Button>
        }
      >
        <LabelPicker callId={callId} given={labels} />
      </Popover>
    </div>
  );
}

function Remove({ label: { id, name } }: { label: CallLabelView }) {
  const { t } = useTranslation("label");
  const { Form, state } = useFetcher();
  return (
    <Form method="post" className="-my-1 -mr-1.5 inline-flex">
      <input type="hidden" name="labelId" value={id} />
      <IconButton
        type="submit"
        name="intent"
        value="take_label"
        icon={X}
        size="small"
        label={t("picker.remove", { name })}
        disabledReason={state === "idle" ? undefined : t("picker.loading")}
      />
    </Form>
  );
}
