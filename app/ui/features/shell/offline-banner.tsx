import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";

/**
 * Says that nothing can be saved now. A machine without a network may still reach its own Parley, so the server is asked
 * before anything is said.
 */
export function OfflineBanner() {
  const { t } = useTranslation("shell");
  const [isUnreachable, setUnreachable] = useState(false);
  useEffect(() => {
    const look = (): void => {
      if (navigator.onLine) setUnreachable(false);
      else
        fetch("/healthz", { cache: "no-store" }).then(
          () => setUnreachable(false),
          () => setUnreachable(true),
        );
    };
    look();
    window.addEventListener("offline", look);
    window.addEventListener("online", look);
    return () => {
      window.removeEventListener("offline", look);
      window.removeEventListener("online", look);
    };
  }, []);
  return isUnreachable ? (
    <Banner place="band" isUpdate>
      {t("offline")}
    </Banner>
  ) : null;
}
