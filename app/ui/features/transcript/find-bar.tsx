import { ChevronDown, ChevronUp, Search } from "lucide-react";
import { forwardRef, type KeyboardEvent } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import type { Find } from "./use-find.ts";

type Props = {
  find: Find;
  /** Both sides speak, so that one of them can be looked through. */
  hasSides: boolean;
  /** The hit that is looked at, in words: "Mari Kato", "12:27". */
  hit: { name: string; time: string } | null;
  /** Goes to the next or the previous hit, and plays it where that was asked for. */
  onGo: (step: 1 | -1, isPlayed: boolean) => void;
};

/** Find in the transcript: "2 of 5"; Enter and Shift+Enter play the next and the previous hit, N and P go there. */
export const FindBar = forwardRef<HTMLInputElement, Props>(function FindBar(props, ref) {
  const { find, hasSides, onGo } = props;
  const { t } = useTranslation("transcript");
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      onGo(event.shiftKey ? -1 : 1, true);
    }
    if (event.key === "Escape") {
      find.setQuery("");
      event.currentTarget.blur();
    }
  };
  const hasQuery = find.query.trim() !== "";
  return (
    <div
      role="search"
      aria-label={t("find.label")}
      className="flex min-w-0 flex-wrap items-center gap-2 max-desk:w-full noscript:hidden"
    >
      {hasSides ? <Whose find={find} /> : null}
      <span className="flex min-w-0 grow items-center gap-1">
        <label className="flex min-h-[30px] min-w-0 grow items-center gap-2 rounded-control border border-line-control bg-surface-raised px-2.5 text-sm text-ink-muted focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus pointer-coarse:min-h-9">
          <Icon of={Search} />
          <span className="sr-only">{t("find.label")}</span>
          <input
            ref={ref}
            type="search"
            value={find.query}
            maxLength={400}
            autoComplete="off"
            enterKeyHint="search"
            placeholder={t("find.label")}
            onChange={(event) => find.setQuery(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            className="w-32 min-w-0 grow bg-transparent text-ink outline-none [&::-webkit-search-cancel-button]:hidden"
          />
          <span aria-hidden="true" className="font-mono text-2xs whitespace-nowrap">
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
              onClick={() => onGo(-1, false)}
            />
            <IconButton
              size="small"
              icon={ChevronDown}
              label={t("find.next")}
              keys="N"
              onClick={() => onGo(1, false)}
            />
          </>
        ) : null}
      </span>
      <span role="status" className="sr-only">
        {hasQuery ? <Said {...props} /> : null}
      </span>
    </div>
  );
});

const CHIP =
  "min-h-7 px-2.5 text-xs text-ink-soft hover:bg-surface-hover aria-pressed:bg-surface-chosen aria-pressed:font-medium aria-pressed:text-ink -outline-offset-2 pointer-coarse:min-h-9";

/** Everyone, us, the customer: whose words are looked through. */
function Whose({ find }: { find: Find }) {
  const { t } = useTranslation("playback");
  const { t: common } = useTranslation("common");
  const choices = [
    [null, t("find.everyone")],
    ["R", common("side.us")],
    ["C", common("side.them")],
  ] as const;
  return (
    <span
      role="group"
      aria-label={t("find.whose")}
      className="inline-flex divide-x divide-line overflow-hidden rounded-control border border-line-strong bg-surface-raised"
    >
      {choices.map(([side, label]) => (
        <button
          key={label}
          type="button"
          aria-pressed={find.side === side}
          onClick={() => find.setSide(side)}
          className={CHIP}
        >
          {label}
        </button>
      ))}
    </span>
  );
}

function Count({ find }: { find: Find }) {
  const { t } = useTranslation("transcript");
  if (!find.isComplete) return <>{t("find.coming", { count: find.total })}</>;
  if (find.total === 0) return <>{t("find.none")}</>;
  if (find.at < 0) return <>{t("find.count", { count: find.total })}</>;
  return <>{t("find.at", { at: find.at + 1, total: find.total })}</>;
}

/** What a reader hears: the count, then each hit with who said it and when. */
function Said({ find, hit }: Props) {
  const { t } = useTranslation("playback");
  if (hit === null || find.at < 0) return <Count find={find} />;
  return <>{t("find.said", { at: find.at + 1, total: find.total, ...hit })}</>;
}
