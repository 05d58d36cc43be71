import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { paths } from "#app/paths.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { CopyLink } from "#app/ui/components/primitive/copy-link.tsx";

const QrCode = lazy(async () => ({
  default: (await import("#app/ui/components/primitive/qr-code.tsx")).QrCode,
}));

type Props = {
  /** As the server writes it; null until the list of links has come. */
  url: string | null;
  urlPath: string;
  onClose: () => void;
};

/** A link that was just made: to be copied, or held before a camera. */
export function MadeLink({ url: written, urlPath, onClose }: Props) {
  const { t } = useTranslation("share");
  const [hasCode, setCode] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The form it comes from is gone, and the focus with it.
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const url = written ?? `${window.location.origin}${paths.shared(urlPath)}`;
  return (
    <div className="grid gap-3">
      <p role="status" className="text-base font-medium">
        {t("made")}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={field}
          readOnly
          aria-label={t("made")}
          value={url}
          onFocus={(event) => event.target.select()}
          className={controlLook({ className: "min-w-0 flex-1 font-mono text-xs" })}
        />
        <CopyLink url={url} />
        <Button tone="quiet" size="small" aria-expanded={hasCode} onClick={() => setCode(!hasCode)}>
          {t("qr")}
        </Button>
      </div>
      {hasCode ? (
        <Suspense>
          <QrCode text={url} label={t("qrOf")} />
        </Suspense>
      ) : null}
      <p className="flex items-center justify-between gap-2 text-xs text-ink-muted">
        {t("logged")}
        <Button tone="quiet" onClick={onClose}>
          {t("close")}
        </Button>
      </p>
    </div>
  );
}
