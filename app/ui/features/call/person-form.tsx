import { useFetcher } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { type AccessAnswer, codesOf } from "./access-answer.ts";

/** `label`: in the list, where more than the name is to be known. */
type Choice = { id: string; name: string; label?: string };
type Props<P extends Choice> = {
  callId: string;
  /** What the page of the call is asked to do with `memberId`. */
  intent: "give_access" | "assign_reviewer";
  people: readonly P[];
  texts: Record<"person" | "choose" | "submit" | "busy", string>;
  /** Once for each answer that says yes. */
  onDone: (name: string, answer: AccessAnswer) => void;
  /** Fields beside the person. */
  children: ReactNode;
  /** What is asked in addition of the one who is chosen. */
  more?: (person: P) => ReactNode;
};

/** How a small field with its label above it stands in a row of them. */
export const FIELD = "grid min-w-0 gap-1 text-xs text-ink-muted";

/** Chooses one more colleague for a call, and says what is wrong beside them. */
export function PersonForm<P extends Choice>(props: Props<P>) {
  const { callId, intent, people, texts, onDone, children, more } = props;
  const { t: forms } = useTranslation("forms");
  const fetcher = useFetcher<AccessAnswer>();
  const [chosen, setChosen] = useState("");
  const sent = useRef("");
  const id = useId();
  const { data } = fetcher;
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (data?.ok !== true) return;
    setChosen("");
    done.current(sent.current, data);
  }, [data]);
  const person = people.find((choice) => choice.id === chosen);
  const codes = codesOf(data);
  return (
    <fetcher.Form
      method="post"
      action={paths.playback(callId)}
      onSubmit={() => {
        sent.current = person?.name ?? "";
      }}
      className="flex flex-wrap items-end gap-2"
    >
      <input type="hidden" name="intent" value={intent} />
      {codes.length === 0 ? null : (
        <p id={`${id}e`} role="alert" className="basis-full text-sm text-danger">
          {codes
            .map((code) => formText(forms, code, { name: "memberId", label: texts.person }))
            .join(" ")}
        </p>
      )}
      <label htmlFor={`${id}p`} className={`${FIELD} flex-1 basis-44`}>
        {texts.person}
        <Select
          id={`${id}p`}
          name="memberId"
          size="small"
          required
          value={chosen}
          aria-invalid={codes.length > 0}
          aria-describedby={codes.length > 0 ? `${id}e` : undefined}
          onChange={(event) => setChosen(event.currentTarget.value)}
          options={[
            { value: "", label: texts.choose },
            ...people.map(({ id: value, name, label = name }) => ({ value, label })),
          ]}
        />
      </label>
      {children}
      <FormButton isBusy={fetcher.state !== "idle"} busyText={texts.busy}>
        {texts.submit}
      </FormButton>
      {person === undefined ? null : more?.(person)}
    </fetcher.Form>
  );
}
