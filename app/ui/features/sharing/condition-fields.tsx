import { useTranslation } from "#app/i18n/translation.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import type { ShareAnswer } from "./share-answer.ts";
import { Labelled } from "./share-fields.tsx";

type Props = { hint: string; answer: ShareAnswer | undefined };
type AddressesProps = Props & { value: string; onChange: (text: string) => void };

/** E-mail addresses of who may open a link. */
export function AddressesField({ hint, answer, value, onChange }: AddressesProps) {
  const { t } = useTranslation("share");
  return (
    <Labelled label={t("addresses")} hint={hint} answer={answer} field="addresses">
      {(attributes) => (
        <textarea
          {...attributes}
          rows={2}
          inputMode="email"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={controlLook({ className: "w-full resize-y" })}
        />
      )}
    </Labelled>
  );
}

type PasswordProps = Props & {
  label: string;
  /** Where the form takes it over; else the form sends it. */
  value?: string;
  onChange?: (text: string) => void;
};

/** The password of a link, which is read out to people: it can be seen. */
export function PasswordField({ label, hint, answer, value, onChange }: PasswordProps) {
  return (
    <Labelled label={label} hint={hint} answer={answer} field="password">
      {(attributes) => (
        <input
          {...attributes}
          {...(value !== undefined && { value })}
          {...(onChange && { onChange: (event) => onChange(event.target.value) })}
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={128}
          className={controlLook({ className: "w-full font-mono" })}
        />
      )}
    </Labelled>
  );
}
