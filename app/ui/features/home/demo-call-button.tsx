import { Form, useNavigation } from "@remix-run/react";
import { AudioLines } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";

/** "Show me a live call": two synthetic voices speak through the real rooms; the demo's alone. */
export function DemoCallButton({ disabledReason }: { disabledReason: string | undefined }) {
  const { t } = useTranslation("home");
  const { formAction, state } = useNavigation();
  const readOnly = useReadOnly();
  const isBusy = state !== "idle" && formAction === paths.console();
  return (
    <Form method="post" action={paths.console()}>
      <input type="hidden" name="intent" value="demo" />
      <Button
        type="submit"
        icon={AudioLines}
        busy={isBusy && t("liveDemo.busy")}
        disabledReason={readOnly ?? disabledReason}
      >
        {t("liveDemo.action")}
      </Button>
    </Form>
  );
}
