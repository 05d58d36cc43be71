import { cva } from "class-variance-authority";
import type { MarkView } from "#app/core/domain/recording/mark-views.ts";
import { useMarkText } from "./mark-text.ts";
import { usePlayer, usePlayerState } from "./player-context.tsx";
import { TIMELINE_ROW } from "./timeline-layers.tsx";

/** What is missing is hatched, wherever it is drawn; what a copy filled is only framed. */
export const hatch = cva("rounded-mark border border-line-strong", {
  variants: {
    isFilled: {
      true: "",
      false: "bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_1px,transparent_1px_5px)]",
    },
  },
});
/** Nearer to the end than this share of the call, a text stands before its box. */
const TEXT_BEFORE = 0.6;

/** Gaps, pauses and holds under the voices, each with its sentence; the list over the transcript says the same. */
export function MarkRow({ name, marks }: { name: string; marks: readonly MarkView[] }) {
  const store = usePlayer();
  const durationMs = usePlayerState((state) => state.durationMs);
  const say = useMarkText();
  if (marks.length === 0 || durationMs === 0) return null;
  const [only, ...others] = marks;
  return (
    <div aria-hidden="true" className={`${TIMELINE_ROW} h-[22px]`}>
      <span className="truncate pl-2.5 text-2xs leading-[22px] text-ink-muted desk:pl-3.5">
        {name}
      </span>
      <div className="relative">
        {marks.map((mark) => (
          <button
            key={`${mark.t0Ms} ${mark.kind} ${mark.name ?? ""}`}
            type="button"
            tabIndex={-1}
            title={say(mark)}
            onClick={() => store.seek(mark.t0Ms)}
            className={`absolute top-1 h-3.5 ${hatch({ isFilled: mark.filledFrom !== null })}`}
            style={{
              left: `${(mark.t0Ms / durationMs) * 100}%`,
              width: `max(6px, ${((mark.t1Ms - mark.t0Ms) / durationMs) * 100}%)`,
            }}
          />
        ))}
        {only === undefined || others.length > 0 ? null : (
          <span
            className="pointer-events-none absolute top-0 max-w-[60%] truncate px-1.5 text-2xs leading-[22px] text-ink-muted max-desk:hidden"
            style={
              only.t0Ms / durationMs > TEXT_BEFORE
                ? { right: `${100 - (only.t0Ms / durationMs) * 100}%` }
                : { left: `max(6px, ${(only.t1Ms / durationMs) * 100}%)` }
            }
          >
            {say(only)}
          </span>
        )}
      </div>
    </div>
  );
}
