import { cva } from "class-variance-authority";
import { ArrowDown } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LivePerson, LiveSpeech, SegEvent } from "#app/core/domain/live/live-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Switch } from "#app/ui/components/primitive/switch.tsx";
import { speakerName, voiceOf } from "#app/ui/features/player/speaker.ts";
import { useFollowEnd } from "./use-follow-end.ts";

const rowLook = cva(
  "grid grid-cols-[52px_minmax(0,1fr)] gap-x-3 rounded-control px-2.5 py-2 desk:grid-cols-[56px_minmax(0,1fr)]",
  { variants: { is: { closed: "", open: "bg-surface-chosen" } } },
);
const nameLook = cva("text-xs font-strong", {
  variants: { side: { us: "text-us-ink", them: "text-them-ink", none: "text-ink-soft" } },
});

type Props = {
  segments: readonly SegEvent[];
  people: readonly LivePerson[];
  speech: LiveSpeech;
  language: string | null;
  /** False while the stream is away: the last words may be missing. */
  isHeard: boolean;
  /** How long ago the oldest words were said that are not here yet. */
  behindMs: number;
};

/** Later than this it is said. */
const LATE_MS = 5_000;

/** What is said, while it is said: finished lines plain, the unfinished one with its unsure end muted. */
export function LiveTranscript({ segments, people, speech, language, isHeard, behindMs }: Props) {
  const { t } = useTranslation("live");
  const { t: late } = useTranslation("lobby");
  const box = useRef<HTMLDivElement>(null);
  const newest = segments.at(-1);
  const { isFollowing, follow } = useFollowEnd(box, `${newest?.no ?? 0} ${newest?.rev ?? 0}`);
  const isOff = speech.state === "off";
  if (isOff && segments.length === 0)
    return (
      <section aria-label={t("transcript.title")}>
        <EmptyState
          title={t("transcript.off")}
          why={t(`speechOff.${speech.reason ?? "no_engine"}`, {
            defaultValue: t("speechOff.no_engine"),
          })}
        />
      </section>
    );
  return (
    <section aria-label={t("transcript.title")} className="grid min-w-0 gap-2">
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="grow text-xs font-strong text-ink-muted">{t("transcript.title")}</h2>
        {isHeard && behindMs > LATE_MS ? (
          <span className="text-xs text-warn">
            {late("transcript.behind", { seconds: Math.round(behindMs / 1_000) })}
          </span>
        ) : null}
        {isHeard ? null : (
          <span role="status" className="text-xs text-warn">
            {t("transcript.catching")}
          </span>
        )}
        <ReadAloud segments={segments} people={people} />
      </div>
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={t("transcript.title")}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
        tabIndex={0}
        {...(language === null ? {} : { lang: language })}
        className="max-h-[min(64dvh,720px)] min-h-40 overflow-y-auto overscroll-contain rounded-control -outline-offset-2"
      >
        {segments.length === 0 ? (
          <p className="px-2.5 py-8 text-sm text-ink-muted">{t("transcript.empty")}</p>
        ) : (
          <ol>
            {segments.map((segment) => (
              <Line
                key={segment.no}
                segment={segment}
                isNewest={segment === newest}
                person={people.find(({ participantId }) => participantId === segment.participantId)}
              />
            ))}
          </ol>
        )}
      </div>
      {isFollowing ? null : (
        <div className="flex justify-center">
          <Button size="small" icon={ArrowDown} onClick={follow}>
            {t("transcript.follow")}
          </Button>
        </div>
      )}
    </section>
  );
}

const Line = memo(function Line({
  segment,
  isNewest,
  person,
}: {
  segment: SegEvent;
  isNewest: boolean;
  person: LivePerson | undefined;
}) {
  const { duration } = useFormat();
  const { t } = useTranslation("common");
  const sure = segment.isFinal ? segment.text : segment.text.slice(0, segment.stable);
  const unsure = segment.isFinal ? "" : segment.text.slice(segment.stable);
  return (
    <li
      className={rowLook({ is: isNewest && !segment.isFinal ? "open" : "closed" })}
      data-final={segment.isFinal}
    >
      <span className="pt-px font-mono text-xs text-ink-muted">{duration(segment.t0Ms)}</span>
      <span className="min-w-0">
        <span className={nameLook({ side: voiceOf(person?.side ?? null) })}>
          {speakerName(t, person?.name ?? "")}
        </span>
        <span className="block max-w-[68ch] text-read leading-[1.62] wrap-anywhere">
          {sure}
          {unsure === "" ? null : <span className="text-ink-muted">{unsure}</span>}
        </span>
      </span>
    </li>
  );
});

/** Lines are gathered for this long before they are read out, so that they do not cut each other off. */
const GATHER_MS = 4_000;

/** Reading out is off until it is wanted: in a call it talks over people. */
function ReadAloud({ segments, people }: Pick<Props, "segments" | "people">) {
  const { t } = useTranslation("live");
  const { t: common } = useTranslation("common");
  const [isOn, setOn] = useState(false);
  const [said, setSaid] = useState("");
  const latest = useRef({ segments, people });
  latest.current = { segments, people };
  useEffect(() => {
    if (!isOn) return undefined;
    const read = new Set(latest.current.segments.map(({ no }) => no));
    const timer = setInterval(() => {
      const { segments: now, people: who } = latest.current;
      const fresh = now.filter(({ no, isFinal }) => isFinal && !read.has(no));
      if (fresh.length === 0) return;
      for (const { no } of fresh) read.add(no);
      setSaid(
        fresh
          .map(({ participantId, text }) => {
            const person = who.find((one) => one.participantId === participantId);
            return `${speakerName(common, person?.name ?? "")}: ${text}`;
          })
          .join(" "),
      );
    }, GATHER_MS);
    return () => {
      clearInterval(timer);
      setSaid("");
    };
  }, [isOn, common]);
  return (
    <>
      <Switch
        label={t("transcript.readAloud")}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <span aria-live="polite" className="sr-only">
        {said}
      </span>
    </>
  );
}
