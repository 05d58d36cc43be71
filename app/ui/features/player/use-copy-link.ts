import { useTranslation } from "#app/i18n/translation.tsx";
import type { Visibility } from "#app/core/domain/call/call-views.ts";
import { formatDuration } from "#app/i18n/format.ts";
import { copyText } from "#app/ui/browser/clipboard.ts";
import { useToast } from "#app/ui/components/primitive/toast.tsx";

/** Where a link to a time of the call leads, and who can open it. */
export type CallLink = { hrefAt: (ms: number) => string; visibility: Visibility };

/** Copies the address of a time of the call and says which and for whom; where that is refused it shows the address. */
export function useCopyLink({ hrefAt, visibility }: CallLink): (ms: number) => void {
  const { t } = useTranslation("playback");
  const toast = useToast();
  return (ms) => {
    const address = new URL(hrefAt(ms), window.location.href).href;
    const time = formatDuration(ms);
    void copyText(address).then((isCopied) =>
      toast({ text: isCopied ? t(`linkCopied.${visibility}`, { time }) : address }),
    );
  };
}
