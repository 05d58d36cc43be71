import { Check, ChevronDown, SkipBack, SkipForward } from "lucide-react";
import { useMemo } from "react";
import type { StepKind } from "#app/core/domain/account/player-settings.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Menu } from "#app/ui/components/primitive/menu.tsx";
import { useKeyAction } from "./key-actions.tsx";
import { kindsOf, type MomentMark, stepFrom } from "./moment-marks.ts";
import { usePlayer, usePlayerState } from "./player-context.tsx";

export type Steps = {
  kinds: readonly StepKind[];
  kind: StepKind;
  choose: (kind: StepKind) => void;
  go: (direction: 1 | -1) => void;
};

/**
 * Goes from question to question, or whatever the reader chose last; `[` and `]` do the same. Null where a call has none.
 * @param say is told which of how many was reached, or that there is no more
 */
export function useMomentSteps(
  marks: readonly MomentMark[],
  say: (text: string) => void,
): Steps | null {
  const kinds = useMemo(() => kindsOf(marks), [marks]);
  const chosen = usePlayerState((state) => state.settings.stepKind);
  const kind = kinds.includes(chosen) ? chosen : kinds[0];
  const { t } = useTranslation("playback");
  const store = usePlayer();
  const go = (direction: 1 | -1) => {
    if (kind === undefined) return;
    const step = stepFrom(marks, kind, store.positionMs(), direction);
    if (step === null) {
      say(t(direction === 1 ? "step.noneAfter" : "step.noneBefore"));
      return;
    }
    store.seek(step.t0Ms);
    say(t(`step.reached.${kind}`, { at: step.at, total: step.total }));
  };
  // A call without moments has no such keys: the sheet lists only what acts.
  useKeyAction("previousMoment", () => go(-1), kind !== undefined);
  useKeyAction("nextMoment", () => go(1), kind !== undefined);
  return kind === undefined
    ? null
    : { kinds, kind, choose: (stepKind) => store.keep({ stepKind }), go };
}

/** Previous, what to go to, next. */
export function MomentSteps({ steps: { kinds, kind, choose, go } }: { steps: Steps }) {
  const { t } = useTranslation("playback");
  return (
    <span
      role="group"
      aria-label={t("step.label")}
      className="inline-flex items-center rounded-control border border-line-strong bg-surface-raised"
    >
      <IconButton
        icon={SkipBack}
        label={t(`step.previous.${kind}`)}
        keys="["
        onClick={() => go(-1)}
      />
      <Menu
        align="start"
        trigger={
          <Button tone="quiet">
            {t(`step.kind.${kind}`)}
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
        groups={[
          kinds.map((choice) => ({
            label: t(`step.kind.${choice}`),
            ...(choice === kind ? { icon: Check } : {}),
            onSelect: () => choose(choice),
          })),
        ]}
      />
      <IconButton
        icon={SkipForward}
        label={t(`step.next.${kind}`)}
        keys="]"
        onClick={() => go(1)}
      />
    </span>
  );
}
