import { useFetcher } from "@remix-run/react";
import { CheckCheck } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { focusBeside } from "./focus-beside.ts";

/** One press for all that came until now. */
export function MarkAllRead() {
  const { t } = useTranslation("notice");
  const { Form, state } = useFetcher();
  return (
    <Form method="post" action={paths.notices()} onSubmit={focusBeside("details, main", "h1, h2")}>
      <FormButton
        tone="quiet"
        size="small"
        icon={CheckCheck}
        isBusy={state !== "idle"}
        name="intent"
        value="mark_all_read"
      >
        {t("markAll")}
      </FormButton>
    </Form>
  );
}
