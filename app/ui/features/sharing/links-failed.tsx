import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";

/** The links could not be loaded: their place says so, and offers to try again. */
export function LinksFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation("share");
  return (
    <div role="alert" className="grid justify-items-start gap-2 text-sm">
      <p>{t("loadFailed")}</p>
      <Button onClick={onRetry}>{t("loadAgain")}</Button>
    </div>
  );
}
