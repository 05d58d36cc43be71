import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { copyText } from "#app/ui/browser/clipboard.ts";
import { useToast } from "#app/ui/components/primitive/toast.tsx";
import type { Audience } from "./audience.ts";

/** Copies the address of a clip and says who can open it; where the browser refuses, the address itself is shown. */
export function useCopyClip(): (clip: { clipId: string; audience: Audience }) => void {
  const { t } = useTranslation("clip");
  const toast = useToast();
  return ({ clipId, audience }) => {
    const address = new URL(paths.clip(clipId), window.location.href).href;
    void copyText(address).then((isCopied) =>
      toast({ text: isCopied ? t(`linkCopied.${audience}`) : address }),
    );
  };
}
