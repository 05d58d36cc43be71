import { useLocation, useNavigate } from "@remix-run/react";
import { CircleAlert, Square } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Link } from "#app/ui/components/primitive/link.tsx";
import { useStore } from "#app/ui/browser/store.ts";
import { type RecorderState, URGENT } from "./recorder-state.ts";
import { useClock } from "./use-clock.ts";
import { useLeft } from "./use-left.ts";
import type { RecorderKit } from "./held-kit.ts";

/**
 * The recorder on every page but its own: a running recording with its time and Stop, one that is being sent, and how
 * many of this browser's wait for a decision.
 */
export function RecorderPill({ kit }: { kit: RecorderKit }) {
  const { pathname } = useLocation();
  const state = useStore(kit.recorder.state);
  if (pathname === paths.recorder()) return null;
  if (state.phase === "recording" || state.phase === "paused")
    return <OnAir kit={kit} state={state} />;
  if (state.phase === "sending" || state.phase === "done") return <Over kit={kit} state={state} />;
  return <Left kit={kit} />;
}

type Props = { kit: RecorderKit; state: RecorderState };

const QUIET =
  "inline-flex min-h-7 shrink-0 items-center gap-[7px] rounded-full border border-line px-[11px] text-sm font-medium text-ink-soft hover:bg-surface-hover";

function OnAir({ kit, state }: Props) {
  const { t } = useTranslation("recorder");
  const { duration } = useFormat();
  const time = duration(useClock(state.zero));
  const isPaused = state.phase === "paused";
  const trouble = URGENT.find((alarm) => state.alarms.includes(alarm));
  const what = t(isPaused ? "onAir.paused" : "pill.recording");
  return (
    <span className="inline-flex shrink-0 items-center gap-1">
      <Link
        to={paths.recorder()}
        aria-label={t("pill.label", { what, title: state.title || t("onAir.untitled") })}
        className={
          isPaused
            ? QUIET
            : "inline-flex min-h-7 shrink-0 items-center gap-[7px] rounded-full bg-live px-[11px] text-sm font-medium text-on-live hover:brightness-95"
        }
      >
        <span aria-hidden className="size-[7px] rounded-full bg-current" />
        <span>
          <span className="max-desk:hidden">{what} </span>
          <span className="tabular-nums">{time}</span>
          {trouble === undefined ? null : <> · {t(`pill.${trouble}`)}</>}
        </span>
      </Link>
      <IconButton icon={Square} label={t("pill.stop")} onClick={() => void kit.recorder.stop()} />
      <span role="status" className="sr-only">
        {trouble === undefined ? "" : t(`alarm.${trouble}`)}
      </span>
    </span>
  );
}

/** Stopped from here, or by itself: on its way, then where it is. */
function Over({ kit, state: { phase, callId, end } }: Props) {
  const { t } = useTranslation("recorder");
  const navigate = useNavigate();
  const isElsewhere = end === "takenOver" || end === "gone";
  if (phase === "done" && !isElsewhere && callId !== null)
    return (
      <Button
        size="small"
        onClick={() => {
          kit.recorder.reset();
          navigate(paths.playback(callId));
        }}
      >
        {t("stopped.open")}
      </Button>
    );
  return (
    <Link to={paths.recorder()} className={QUIET}>
      {t(isElsewhere ? "pill.elsewhere" : "stopped.sending")}
    </Link>
  );
}

function Left({ kit }: { kit: RecorderKit }) {
  const { t } = useTranslation("recorder");
  const { count, isElsewhere } = useLeft(kit);
  if (isElsewhere)
    return (
      <Link to={paths.recorder()} className={QUIET}>
        <span aria-hidden className="size-[7px] rounded-full bg-live" />
        {t("pill.otherTab")}
      </Link>
    );
  if (count === 0) return null;
  return (
    <Link to={paths.recorder()} className={QUIET} aria-label={t("unfinished.title", { count })}>
      <Icon of={CircleAlert} />
      <span className="max-desk:hidden">{t("unfinished.title", { count })}</span>
      <span aria-hidden className="desk:hidden">
        {count}
      </span>
    </Link>
  );
}
