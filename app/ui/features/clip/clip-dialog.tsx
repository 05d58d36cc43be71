import { useFetcher } from "@remix-run/react";
import { useId, useState } from "react";
import { formatDuration } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import type { WantedClip } from "#app/ui/features/player/wanted-clip.ts";
import type { ClipMakerProps } from "./clip-maker.tsx";
import { Refusal } from "./refusal.tsx";
import { TimeInput } from "./time-input.tsx";
import { AUDIENCES, isWider } from "./audience.ts";

type Props = ClipMakerProps & { wanted: WantedClip; onClose: () => void };

const MOST_TITLE = 120;

/** One piece becomes a clip: its title, where it begins and ends, who can play it. The rest is on the clip's page. */
export default function ClipDialog({ callId, wanted, visibility, mayWiden, ...props }: Props) {
  const { t } = useTranslation("clip");
  const { t: common } = useTranslation("common");
  const { Form, state, data } = useFetcher();
  const id = useId();
  const [{ t0Ms, t1Ms }, setRange] = useState({ t0Ms: wanted.t0Ms, t1Ms: wanted.t1Ms });
  const [audience, setAudience] = useState(visibility);
  const isAsked = isWider(audience, visibility) && !mayWiden;
  return (
    <Dialog
      title={t("make.title")}
      effect={t("make.effect")}
      size="form"
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
    >
      <Form method="post" action={paths.playback(callId)} className="grid gap-3.5">
        <Refusal refusal={refusalOf(data, "make_clip")} />
        <label htmlFor={`${id}-title`} className="grid gap-[5px] text-sm font-medium">
          {t("field.title")}
          <input
            id={`${id}-title`}
            name="title"
            required
            maxLength={MOST_TITLE}
            defaultValue={titleOf(wanted.title === "" ? props.title : wanted.title)}
            className={controlLook({ className: "w-full font-normal" })}
          />
        </label>
        <fieldset className="flex flex-wrap items-center gap-2 text-sm">
          <legend className="mb-[5px] font-medium">{t("make.piece")}</legend>
          <TimeInput
            label={t("field.from")}
            wrong={t("field.wrongTime")}
            ms={t0Ms}
            onTime={(ms) => setRange({ t0Ms: ms, t1Ms })}
          />
          <span>{t("piece.to")}</span>
          <TimeInput
            label={t("field.to")}
            wrong={t("field.wrongTime")}
            ms={t1Ms}
            onTime={(ms) => setRange({ t0Ms, t1Ms: ms })}
          />
          <span className="font-mono text-xs text-ink-muted">
            {formatDuration(Math.max(0, t1Ms - t0Ms))}
          </span>
        </fieldset>
        <label htmlFor={`${id}-who`} className="grid gap-[5px] text-sm font-medium">
          {t("field.who")}
          <Select
            id={`${id}-who`}
            name="visibility"
            value={audience}
            onChange={({ currentTarget: { value } }) =>
              setAudience(AUDIENCES.find((one) => one === value) ?? audience)
            }
            options={AUDIENCES.map((value) => ({ value, label: t(`who.${value}`) }))}
          />
          <span className="text-xs font-normal text-ink-muted">
            {isAsked ? t("who.isAsked") : t("who.onlyThis")}
          </span>
        </label>
        <input type="hidden" name="pieces" value={JSON.stringify([rounded({ t0Ms, t1Ms })])} />
        <input type="hidden" name="hasCaptions" value="true" />
        <div className="flex flex-wrap justify-end gap-2">
          <DialogClose>
            <Button>{common("cancel")}</Button>
          </DialogClose>
          <FormButton
            name="intent"
            value="make_clip"
            isBusy={state !== "idle"}
            busyText={t("make.busy")}
          >
            {t(isAsked ? "make.ask" : "make.save")}
          </FormButton>
        </div>
      </Form>
    </Dialog>
  );
}

const rounded = ({ t0Ms, t1Ms }: { t0Ms: number; t1Ms: number }) => ({
  t0Ms: Math.floor(t0Ms),
  t1Ms: Math.ceil(t1Ms),
});

/** The first words that were said, cut between two of them. */
function titleOf(said: string): string {
  const words = said.trim().replace(/\s+/g, " ");
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  if (text.length <= 60) return text;
  const cut = text.slice(0, 60);
  const space = cut.lastIndexOf(" ");
  return `${space > 20 ? cut.slice(0, space) : cut}…`;
}
