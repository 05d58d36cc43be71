import { useFetcher } from "@remix-run/react";
import { useEffect, useId, useRef, useState } from "react";
import type { RangeMs } from "#app/core/domain/views.ts";
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
import { AUDIENCES, type Audience, isWider } from "./audience.ts";
import type { ClipMakerProps } from "./clip-maker.tsx";
import { Refusal } from "./refusal.tsx";
import { TimeInput } from "./time-input.tsx";

/** A clip that was just made, as it was asked for. */
export type MadeClip = RangeMs & {
  clipId: string;
  title: string;
  audience: Audience;
  isAsked: boolean;
};
type Props = ClipMakerProps & {
  wanted: WantedClip;
  onClose: () => void;
  /** The same function as long as the dialog is open. */
  onMade: (made: MadeClip) => void;
};

const MOST_TITLE = 120;

/** One piece becomes a clip: its title, where it begins and ends, who can play it. The rest is on the clip's page. */
export default function ClipDialog(props: Props) {
  const { callId, wanted, visibility, mayWiden, onMade, onClose } = props;
  const { t } = useTranslation("clip");
  const { t: common } = useTranslation("common");
  const { Form, state, data } = useFetcher();
  const id = useId();
  useEffect(() => {
    import("./made-bar.tsx").catch(() => undefined); // it is shown the moment this closes
  }, []);
  const [{ t0Ms, t1Ms }, setRange] = useState({ t0Ms: wanted.t0Ms, t1Ms: wanted.t1Ms });
  const [audience, setAudience] = useState(visibility);
  const [title, setTitle] = useState(() =>
    titleOf(wanted.title === "" ? props.title : wanted.title),
  );
  const isAsked = isWider(audience, visibility) && !mayWiden;
  const sent = useRef<Omit<MadeClip, "clipId"> | null>(null);
  const clipId = madeIn(data);
  useEffect(() => {
    if (clipId !== null && sent.current !== null) onMade({ clipId, ...sent.current });
  }, [clipId, onMade]);
  return (
    <Dialog
      title={t("make.title")}
      effect={t("make.effect")}
      size="form"
      open
      onOpenChange={(isOpen) => {
        // What is on its way is made: its answer comes here.
        if (!isOpen && state === "idle") onClose();
      }}
    >
      <Form
        method="post"
        action={paths.playbackInPlace(callId)}
        onSubmit={() => {
          // What is asked for is not given yet.
          const given = isAsked ? visibility : audience;
          sent.current = { title: title.trim(), t0Ms, t1Ms, audience: given, isAsked };
        }}
        className="grid gap-3.5"
      >
        <Refusal refusal={refusalOf(data, "make_clip")} />
        <label htmlFor={`${id}-title`} className="grid gap-[5px] text-sm font-medium">
          {t("field.title")}
          <input
            id={`${id}-title`}
            name="title"
            required
            maxLength={MOST_TITLE}
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            className={controlLook({ className: "w-full font-normal" })}
          />
        </label>
        <fieldset className="flex flex-wrap items-center gap-2 text-sm">
          <legend className="mb-[5px] font-medium">{t("make.piece")}</legend>
          <TimeInput
            label={t("field.from")}
            wrong={t("field.wrongTime")}
            ms={t0Ms}
            onTime={(ms) => setRange((now) => ({ ...now, t0Ms: ms }))}
          />
          <span>{t("piece.to")}</span>
          <TimeInput
            label={t("field.to")}
            wrong={t("field.wrongTime")}
            ms={t1Ms}
            onTime={(ms) => setRange((now) => ({ ...now, t1Ms: ms }))}
          />
          <span className="font-mono text-xs text-ink-muted">
            {t1Ms > t0Ms ? formatDuration(t1Ms - t0Ms) : t("piece.reversed")}
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

/** The clip that an answer says was made; null for a refusal, and before there is one. */
function madeIn(answer: unknown): string | null {
  if (typeof answer !== "object" || answer === null || !("clipId" in answer)) return null;
  return typeof answer.clipId === "string" ? answer.clipId : null;
}

const rounded = ({ t0Ms, t1Ms }: RangeMs): RangeMs => ({
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
