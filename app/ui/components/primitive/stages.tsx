import { cva } from "class-variance-authority";
import { useTranslation } from "#app/i18n/translation.tsx";

/** ○ ◐ ● are drawn, because fonts that lack one of them take it from another in another size. */
const MARK =
  "before:inline-block before:size-[7px] before:rounded-full before:border before:border-current before:forced-color-adjust-none";
const look = cva("before:mr-1.5", {
  variants: {
    state: {
      waiting: MARK,
      running: `font-medium text-ink ${MARK} before:bg-[linear-gradient(90deg,currentColor_50%,transparent_50%)]`,
      done: `text-ink-soft ${MARK} before:bg-current`,
      skipped: MARK,
      failed: "text-danger before:font-mono before:content-['✕']",
    },
  },
});

export type StageItem = {
  id: string;
  /** With its numbers: "Transcribing 2:10 of 31:04". */
  text: string;
  state: "waiting" | "running" | "done" | "skipped" | "failed";
};

/** The named steps of long work, on the item itself; the state is a mark for eyes and a word for ears. */
export function Stages({ label, stages }: { label: string; stages: StageItem[] }) {
  const { t } = useTranslation("common");
  return (
    <ol aria-label={label} className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs text-ink-muted">
      {stages.map(({ id, text, state }) => (
        <li key={id} className={look({ state })}>
          <span>{text}</span>
          <span className="sr-only"> {t(`stageState.${state}`)}</span>
        </li>
      ))}
    </ol>
  );
}
