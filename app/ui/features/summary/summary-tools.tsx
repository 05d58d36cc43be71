import { Copy, RefreshCw } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { PlaybackSummary } from "#app/core/pages/playback-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { copyText } from "#app/ui/browser/clipboard.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { summaryText } from "./summary-text.ts";
import { useSectionTitle } from "./use-section-title.ts";

const NewSummary = lazy(() => import("./new-summary.tsx"));

type Props = {
  call: { id: string; title: string; startedAt: string | null };
  people: readonly { id: string; name: string }[];
  summary: PlaybackSummary;
  canChange: boolean;
};

/** Beside a summary's title: copy it as text, and make it anew by another template. */
export default function SummaryTools({ call, people, summary, canChange }: Props) {
  const { t } = useTranslation("runs");
  const { t: words } = useTranslation("summary");
  const format = useFormat();
  const titleOf = useSectionTitle(summary.sections);
  const readOnly = useReadOnly();
  const [copied, setCopied] = useState<boolean | null>(null);
  const [isOpen, setOpen] = useState(false);
  const copy = async () => {
    const { title, startedAt } = call;
    const address = new URL(paths.playback(call.id), window.location.origin).href;
    const text = summaryText(
      { title, startedAt, people, address, summary },
      { t: words, titleOf },
      format,
    );
    setCopied(await copyText(text));
  };
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Button size="small" tone="quiet" icon={Copy} onClick={() => void copy()}>
        {t("copy")}
      </Button>
      {canChange && readOnly === undefined ? (
        <Button
          size="small"
          tone="quiet"
          icon={RefreshCw}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {t("change")}
        </Button>
      ) : null}
      <span role="status">{copied === null ? null : copied ? t("copied") : t("copyFailed")}</span>
      {isOpen ? (
        <Suspense>
          <NewSummary callId={call.id} summary={summary} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </span>
  );
}
