import { useNavigation } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button, type ButtonProps } from "#app/ui/components/primitive/button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";

type Props = Omit<ButtonProps, "type" | "busy" | "onClick"> & {
  /** "Signing in…" */
  busyText?: string | undefined;
  /** Of a fetcher's form: `fetcher.state !== "idle"`. Left out, the page's own navigation is asked. */
  isBusy?: boolean;
  /** Also works for who views as somebody else: the ways out of that. */
  isForEverybody?: boolean;
};

/** The button that sends a form which changes something. With `name` and `value` it is busy only for its own submission. */
export function FormButton({
  busyText,
  isBusy,
  isForEverybody = false,
  tone = "primary",
  disabledReason,
  ...rest
}: Props) {
  const readOnly = useReadOnly();
  const { t } = useTranslation("common");
  const isNavigating = useOwnSubmission(rest.name, rest.value);
  const busy = (isBusy ?? isNavigating) && (busyText ?? t("working"));
  return (
    <Button
      {...rest}
      tone={tone}
      type="submit"
      busy={busy}
      disabledReason={disabledReason ?? (isForEverybody ? undefined : readOnly)}
    />
  );
}

function useOwnSubmission(name: string | undefined, value: ButtonProps["value"]): boolean {
  const { formData } = useNavigation();
  if (formData === undefined) return false;
  return name === undefined || formData.get(name) === String(value ?? "");
}
