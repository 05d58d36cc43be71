import type { SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { Pencil } from "lucide-react";
import { useId } from "react";
import type { ClipView } from "#app/core/domain/clip/clip-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { AUDIENCES, isWider, whoOf } from "./audience.ts";
import { Refusal } from "./refusal.tsx";

const MOST = 120;

type Props = { clip: ClipView; refusal: SubmissionResult | undefined };

/** What may be changed of a clip without its call: its title, and that fewer people play it. */
export default function ClipDetails({ clip, refusal }: Props) {
  const { t } = useTranslation("clip");
  const { t: common } = useTranslation("common");
  const isReadOnly = useReadOnly();
  const id = useId();
  return (
    <Dialog
      title={t("details.title")}
      effect={t("details.effect")}
      size="form"
      trigger={
        <Button icon={Pencil} disabledReason={isReadOnly}>
          {t("details.open")}
        </Button>
      }
    >
      <Form method="post" className="grid gap-3.5">
        <Refusal refusal={refusal} />
        <input type="hidden" name="version" value={clip.version} />
        <input type="hidden" name="card" value={clip.card ?? ""} />
        <input type="hidden" name="hasCaptions" value={String(clip.hasCaptions)} />
        <input
          type="hidden"
          name="labelIds"
          value={JSON.stringify(clip.labels.map((label) => label.id))}
        />
        <label htmlFor={`${id}-title`} className="grid gap-[5px] text-sm font-medium">
          {t("field.title")}
          <input
            id={`${id}-title`}
            name="title"
            required
            maxLength={MOST}
            defaultValue={clip.title}
            className={controlLook({ className: "w-full font-normal" })}
          />
        </label>
        <label htmlFor={`${id}-who`} className="grid gap-[5px] text-sm font-medium">
          {t("field.who")}
          <Select
            id={`${id}-who`}
            name="visibility"
            defaultValue={clip.visibility}
            options={AUDIENCES.filter((one) => !isWider(one, clip.visibility)).map((value) => ({
              value,
              label: whoOf(t, value, clip),
            }))}
          />
        </label>
        <div className="flex flex-wrap justify-end gap-2">
          <DialogClose>
            <Button>{common("cancel")}</Button>
          </DialogClose>
          <FormButton name="intent" value="save_clip" busyText={t("save.busy")}>
            {t("save.save")}
          </FormButton>
        </div>
      </Form>
    </Dialog>
  );
}
