import { Form } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";

/** Where the page's forms go: back to the week and team they were sent from. */
export type CarePlace = { week: string; team: string | null };
type Props = {
  place: CarePlace;
  intent: string;
  fields: Record<string, string>;
  label: string;
  /** Where several of one name stand on a page. */
  of?: string;
  tone?: "plain" | "quiet";
};

/** A button that says one thing to team care. */
export function CareForm({ place, intent, fields, label, of, tone = "plain" }: Props) {
  const { t } = useTranslation("care");
  return (
    <Form method="post" action={paths.teamCare(place)} preventScrollReset>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormButton
        tone={tone}
        size="small"
        name="intent"
        value={intent}
        busyText={t("busy")}
        {...(of === undefined ? {} : { "aria-label": t("labelOf", { label, name: of }) })}
      >
        {label}
      </FormButton>
    </Form>
  );
}
