import { useNavigate } from "@remix-run/react";
import { type ReactNode, useMemo, useRef } from "react";
import type { SharedView } from "#app/core/pages/shared-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { SharedFooter } from "./shared-footer.tsx";
import { SharedFrame } from "./shared-frame.tsx";
import { SharedHead } from "./shared-head.tsx";
import { SharedItem } from "./shared-item.tsx";
import { addressOf, SharedItems } from "./shared-items.tsx";
import { SharedRefresh } from "./shared-refresh.tsx";

type View = Extract<SharedView, { step: "list" }>;

/**
 * A library for somebody outside: its list, and one recording of it with its player, which goes on to the next at the
 * end. One pair of sound elements serves them all: a phone whose screen is locked goes on only in the one that plays.
 */
export function SharedListPage({ view, languages }: { view: View; languages: ReactNode }) {
  const { workspace, items, current, description, removalEmail: email } = view;
  const { t } = useTranslation("shared");
  const { duration } = useFormat();
  const main = useRef<HTMLAudioElement>(null);
  const voice = useRef<HTMLAudioElement>(null);
  const elements = useMemo(() => ({ main, voice }), []);
  const { open, take } = useMoves();
  const ready = items.filter(({ isReady }) => isReady);
  const totalMs = items.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return (
    <>
      {/* The words of each recording are on the same page. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={main} preload="none" />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={voice} preload="none" />
      <SharedFrame
        workspace={workspace}
        isWide
        footer={
          <SharedFooter hasRecording removal={{ email, workspace }}>
            {languages}
          </SharedFooter>
        }
      >
        <SharedHead view={view} workspace={workspace}>
          {description === "" ? null : (
            <p className="mt-3 text-base text-ink-soft wrap-anywhere">{description}</p>
          )}
        </SharedHead>
        <div className="mt-5 grid content-start gap-6 desk:grid-cols-[300px_minmax(0,1fr)]">
          <aside className="desk:sticky desk:top-4 desk:max-h-[calc(100dvh-9rem)] desk:self-start desk:overflow-y-auto">
            <p className="mb-2 text-xs text-ink-muted">
              {t("list.facts", { count: items.length, time: duration(totalMs) })}
            </p>
            <SharedItems items={items} current={current?.key ?? null} onOpen={open} />
          </aside>
          {current === null ? (
            <div>
              {ready.length < items.length ? <SharedRefresh /> : null}
              <p role="status" className="text-base text-ink-soft">
                {t(
                  ready.length > 0 ? "list.gone" : items.length > 0 ? "list.waiting" : "list.none",
                )}
              </p>
            </div>
          ) : (
            <SharedItem
              key={current.audioUrl}
              {...{ view, current, elements }}
              items={ready}
              onOpen={open}
              take={take}
            />
          )}
        </div>
      </SharedFrame>
    </>
  );
}

/** Goes from one to another: `take` says, once, whether the one that came was asked for to be played. */
function useMoves() {
  const navigate = useNavigate();
  const playing = useRef<string | null>(null);
  return useMemo(
    () => ({
      open: (key: string) => {
        playing.current = key;
        navigate(addressOf(key), { preventScrollReset: true });
      },
      take: (key: string): boolean => {
        const isWanted = playing.current === key;
        if (isWanted) playing.current = null;
        return isWanted;
      },
    }),
    [navigate],
  );
}
