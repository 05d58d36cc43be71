import { Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { copyText } from "#app/ui/browser/clipboard.ts";
import { Button } from "./button.tsx";
import { useHydrated } from "./use-hydrated.ts";

type Props = {
  url: string;
  label?: string;
  /** The whole name of the button, where several of them are on a page. */
  name?: string;
};

/** Puts a link, or whatever `label` names, that stands beside it on the clipboard, and says so. Without script the link is taken by hand. */
export function CopyLink({ url, label, name }: Props) {
  const { t } = useTranslation("common");
  const [result, setResult] = useState<"none" | "copied" | "byHand">("none");
  if (!useHydrated()) return null;
  const copy = () =>
    void copyText(url).then((isCopied) => setResult(isCopied ? "copied" : "byHand"));
  return (
    <span className="inline-flex items-center gap-2">
      <Button tone="quiet" size="small" icon={Copy} aria-label={name} onClick={copy}>
        {label ?? t("copyLink")}
      </Button>
      <span role="status" className="text-xs text-ink-muted">
        {result === "copied" ? t(label === undefined ? "linkCopied" : "copied") : null}
        {result === "byHand" ? t("copyByHand") : null}
      </span>
    </span>
  );
}
