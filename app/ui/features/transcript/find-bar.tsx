import { ChevronDown, ChevronUp, Search } from "lucide-react";
import { forwardRef, type KeyboardEvent } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import type { Find } from "./use-find.ts";

type Props = { find: Find; onGo: (step: 1 | -1) => void };

/** Find in the transcript: "2 of 5", Enter and Shift+Enter or N and P go through them. */
export const FindBar = forwardRef<HTMLInputElement, Props>(function FindBar({ find, onGo }, ref) {
  const { t } = useTranslation("transcript");
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      onGo(event.shiftKey ? -1 : 1);
    }
    if (event.key === "Escape") {
      find.setQuery("");
      event.currentTarget.blur();
    }
  };
  const hasQuery = find.query.trim() !== "";
  return (
    <div role="search" aria-label={t("find.label")} className="flex min-w-0 items-center gap-1">
      <label className="flex min-h-[30px] min-w-0 items-center gap-2 rounded-control border border-line-control bg-surface-raised px-2.5 text-sm text-ink-muted focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus">
        <Icon of={Search} />
        <span className="sr-only">{t("find.label")}</span>
        <input
          ref={ref}
          type="search"
          value={find.query}
          maxLength={400}
          autoComplete="off"
          placeholder={t("find.label")}
          onChange={(event) => find.setQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="w-36 min-w-0 bg-transparent text-ink outline-none desk:w-40 [&::-webkit-search-cancel-button]:hidden"
        />
        <span role="status" className="font-mono text-2xs whitespace-nowrap">
          {hasQuery ? <Count find={find} /> : null}
        </span>
      </label>
      {hasQuery && find.total > 0 ? (
        <>
          <IconButton
            size="small"
            icon={ChevronUp}
            label={t("find.previous")}
            keys="P"
            onClick={() => onGo(-1)}
          />
          <IconButton
            size="small"
            icon={ChevronDown}
            label={t("find.next")}
            keys="N"
            onClick={() => onGo(1)}
          />
        </>
      ) : null}
    </div>
  );
});

function Count({ find }: { find: Find }) {
  const { t } = useTranslation("transcript");
  if (!find.isComplete) return <>{t("find.coming", { count: find.total })}</>;
  if (find.total === 0) return <>{t("find.none")}</>;
  if (find.at < 0) return <>{t("find.count", { count: find.total })}</>;
  return <>{t("find.at", { at: find.at + 1, total: find.total })}</>;
}
