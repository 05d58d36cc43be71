import { Form } from "@remix-run/react";
import { CircleX } from "lucide-react";
import type { ReactNode } from "react";
import type { ClipState as MadeState } from "#app/core/domain/clip/clip-views.ts";
import type { ClipPageView } from "#app/core/pages/clip.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { lackOf } from "./clip-files.ts";
import { knownCause, nextStep } from "./known-cause.ts";
import { isBeingMade, useWhileMaking } from "./use-while-making.ts";

/** What is to be known of a clip before it is played: asked for, being made, failed, taken out of reach. */
export function ClipState({ clip, mixUrl, reach }: ClipPageView) {
  const { t } = useTranslation("clip");
  const { state, cause, wanted, isWithdrawn, isSourceTrashed, media } = clip;
  useWhileMaking(isBeingMade(clip));
  const isAbleToAnswer = wanted !== null && clip.mayWiden;
  const wider = reach.find(({ visibility }) => visibility === wanted?.visibility);
  return (
    <>
      {isWithdrawn ? <Banner>{t("state.withdrawn")}</Banner> : null}
      {isSourceTrashed ? <Banner>{t("state.trashed")}</Banner> : null}
      {wanted === null ? null : (
        <Banner action={isAbleToAnswer ? <Answers clip={clip} mixUrl={mixUrl} /> : undefined}>
          {t(wanted.by === null ? "asked.bySomebody" : "asked.by", {
            name: wanted.by ?? "",
            who: t(`who.${wanted.visibility}`),
          })}
          {wider === undefined ? null : <Reach {...wider} />}
        </Banner>
      )}
      {state === "making" && cause === null && !isWithdrawn ? (
        <Banner isUpdate>
          {t(
            media === null
              ? mixUrl === null
                ? "state.making"
                : "state.makingPlayed"
              : "state.makingAnew",
          )}
        </Banner>
      ) : null}
      {cause !== null && !isWithdrawn ? (
        <Broken clip={clip} of={{ state, cause }}>
          {mixUrl === null ? null : t("state.stillPlays")}
        </Broken>
      ) : null}
      {cause === null && state === "ready" ? <Files clip={clip} /> : null}
    </>
  );
}

/** Why the files to download are not there, while the clip plays. */
function Files({ clip }: Pick<ClipPageView, "clip">) {
  const { t } = useTranslation("clip");
  const lack = lackOf(clip);
  if (lack === null || lack.how === "making") return null;
  return (
    <Broken clip={clip} of={clip.kept} what={t(`files.${lack.missing}.${lack.how}`)}>
      {t("state.stillPlays")}
    </Broken>
  );
}

type BrokenProps = Pick<ClipPageView, "clip"> & {
  of: { state: MadeState; cause: string | null };
  /** What is not there; absent where that is the clip itself. */
  what?: string;
  /** What is there nevertheless. */
  children: ReactNode;
};

/** What broke off: its cause, what goes on, and what to do, with Retry for who may change the clip. */
function Broken({ clip: { mayChange, owner }, of, what, children }: BrokenProps) {
  const { t } = useTranslation("clip");
  const { t: common } = useTranslation("common");
  const { t: stages } = useTranslation("stages");
  const next = nextStep(of, mayChange);
  return (
    <Banner
      icon={CircleX}
      isUpdate
      action={
        mayChange ? (
          <Form method="post">
            <FormButton tone="plain" size="small" name="intent" value="retry_clip">
              {common("retry")}
            </FormButton>
          </Form>
        ) : undefined
      }
    >
      {what === undefined ? null : `${what} `}
      <span className="text-danger">{stages(`cause.${knownCause(of.cause)}`)}</span>{" "}
      {next === null ? null : `${t(`next.${next}`, { name: owner.name })} `}
      {children}
    </Banner>
  );
}

function Reach({ people, outside }: { people: number; outside: number }): ReactNode {
  const { t } = useTranslation("clip");
  return <span className="text-ink-muted"> {t("asked.reach", { count: people, outside })}</span>;
}

/** What is agreed to is what was played: older files are no answer for newer pieces. */
function Answers({ clip, mixUrl }: Pick<ClipPageView, "clip" | "mixUrl">) {
  const { t } = useTranslation("clip");
  const { revision, state, media } = clip;
  const isOlder = state === "making" && revision > 1 && media !== null;
  const reason = isOlder ? t("state.makingAnew") : mixUrl === null ? t("asked.notYet") : undefined;
  return (
    <Form method="post" className="flex flex-wrap gap-2">
      <input type="hidden" name="revision" value={revision} />
      <FormButton
        tone="plain"
        size="small"
        name="intent"
        value="agree_clip"
        disabledReason={reason}
      >
        {t("asked.agree")}
      </FormButton>
      <FormButton tone="quiet" size="small" name="intent" value="decline_clip">
        {t("asked.decline")}
      </FormButton>
    </Form>
  );
}
