import { useId, useRef } from "react";
import type { SpeakerItem } from "#app/core/pages/home-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import type { OnFinished } from "./finished.ts";
import { useInPlace } from "./use-in-place.ts";

type Props = { item: SpeakerItem; onFinished: OnFinished };
const FIELD = "grid min-w-0 gap-1 text-xs text-ink-muted";

/** Says who speaks the words of a call that are nobody's. */
export function SpeakerForm({ item, onFinished }: Props) {
  const { t } = useTranslation("home");
  const { t: forms } = useTranslation("forms");
  const { t: common } = useTranslation("common");
  const id = useId();
  const sent = useRef("");
  const { callId, title, number, segment } = item;
  const { Form, action, onSubmit, state, codes } = useInPlace(({ number: made = 0, to = 0 }) =>
    onFinished({
      text: t("done.speaker", { name: sent.current, title }),
      undo: { intent: "unname_speaker", callId, number: String(made), to: String(to) },
    }),
  );
  return (
    <Form
      method="post"
      action={action}
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        const name = new FormData(event.currentTarget).get("name");
        sent.current = typeof name === "string" ? name : "";
        onSubmit(event);
      }}
    >
      <input type="hidden" name="intent" value="name_speaker" />
      <input type="hidden" name="callId" value={callId} />
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="segment" value={segment} />
      {codes.length === 0 ? null : (
        <p id={`${id}e`} role="alert" className="basis-full text-sm text-danger">
          {codes
            .map(({ field, code }) =>
              formText(forms, code, { name: field, label: t("speaker.name") }),
            )
            .join(" ")}
        </p>
      )}
      <label htmlFor={`${id}n`} className={`${FIELD} flex-1 basis-40`}>
        {t("speaker.name")}
        <input
          id={`${id}n`}
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          aria-describedby={codes.length > 0 ? `${id}e` : undefined}
          className={controlLook({ size: "small", className: "w-full" })}
        />
      </label>
      <label htmlFor={`${id}s`} className={FIELD}>
        {t("speaker.side")}
        <Select
          id={`${id}s`}
          name="side"
          size="small"
          width="hug"
          options={[
            { value: "C", label: common("side.them") },
            { value: "R", label: common("side.us") },
          ]}
        />
      </label>
      <FormButton isBusy={state !== "idle"} busyText={t("speaker.busy")}>
        {t("speaker.save")}
      </FormButton>
      <p className="basis-full text-xs text-ink-muted">
        {t("speaker.several")}{" "}
        <TextLink tone="sentence" to={paths.playback(callId)}>
          {t("speaker.open")}
        </TextLink>
      </p>
    </Form>
  );
}
