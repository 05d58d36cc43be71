import { useTranslation } from "#app/i18n/translation.tsx";
import { copyText } from "#app/ui/browser/clipboard.ts";
import { useToast } from "#app/ui/components/primitive/toast.tsx";

/** Copies the page's address at a time of the call and says so; where that is refused it shows the address. */
export function useCopyLink(hrefAt: (ms: number) => string): (ms: number) => void {
  const { t } = useTranslation("player");
  const toast = useToast();
  return (ms) => {
    const address = new URL(hrefAt(ms), window.location.href).href;
    void copyText(address).then((isCopied) =>
      toast({ text: isCopied ? t("linkCopied") : address }),
    );
  };
}
