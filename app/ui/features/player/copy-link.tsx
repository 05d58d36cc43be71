import { Link2 } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { formatDuration } from "#app/i18n/format.ts";
import { buttonLook } from "#app/ui/components/primitive/button-look.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { usePlayer, usePosition } from "./player-context.tsx";
import { type CallLink, useCopyLink } from "./use-copy-link.ts";

/** "Copy link at 1:07": the time goes along with the sound, written to the page without a render. */
export function CopyLink({ link }: { link: CallLink }) {
  const { t } = useTranslation("playback");
  const store = usePlayer();
  const copyLink = useCopyLink(link);
  const words = useRef<HTMLSpanElement>(null);
  usePosition((ms) => {
    const text = t("copyLinkAt", { time: formatDuration(ms) });
    if (words.current && words.current.textContent !== text) words.current.textContent = text;
  });
  return (
    <button
      type="button"
      title={t(`linkOpens.${link.visibility}`)}
      onClick={() => copyLink(store.positionMs())}
      className={buttonLook({ tone: "quiet" })}
    >
      <Icon of={Link2} />
      <span ref={words} className="tabular-nums">
        {t("copyLinkAt", { time: formatDuration(0) })}
      </span>
    </button>
  );
}
