import { Form } from "@remix-run/react";
import { CircleX, Pause, Play } from "lucide-react";
import { lazy, Suspense } from "react";
import type { PlayerSettings } from "#app/core/domain/account/player-settings.ts";
import type { ClipLine } from "#app/core/domain/clip/clip-list-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Strip } from "#app/ui/components/instrument/strip.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { knownCause } from "./known-cause.ts";
import { speakerName, voiceOf } from "#app/ui/features/player/speaker.ts";

const ClipPreview = lazy(() => import("./clip-preview.tsx"));

type Props = {
  clip: ClipLine;
  settings: PlayerSettings;
  isPlaying: boolean;
  onPlay: (isOn: boolean) => void;
  isSelected: boolean;
  /** Absent where nothing may be done with it. */
  onSelect?: (isOn: boolean) => void;
};

const MOST_FACES = 4;

/** One clip: who speaks when and the first words, which become those that are heard while it plays. */
export function ClipCard({ clip, settings, isPlaying, onPlay, isSelected, onSelect }: Props) {
  const { t } = useTranslation("clip");
  const { t: ofList } = useTranslation("clips");
  const { duration } = useFormat();
  const { t: common } = useTranslation("common");
  const { id, title, call, labels, people, mixId, views } = clip;
  const names = people.map(({ name }) => speakerName(common, name)).join(", ");
  return (
    <li
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] overflow-hidden rounded-panel border bg-surface-raised ${isSelected ? "border-ink outline-1 outline-ink" : "border-line"}`}
    >
      <div className="relative border-b border-line px-3 pt-2.5 pb-2.5">
        <div className="mb-1.5 flex min-h-7 items-center gap-2">
          {onSelect === undefined ? null : (
            <span className="noscript:hidden">
              <Checkbox
                aria-label={ofList("select", { title })}
                checked={isSelected}
                onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
              />
            </span>
          )}
          <span className="grow" />
          {mixId === null ? null : (
            <button
              type="button"
              aria-label={ofList(isPlaying ? "stop" : "play", { title })}
              title={ofList(isPlaying ? "stop" : "play", { title })}
              onClick={() => onPlay(!isPlaying)}
              className="grid size-7 place-items-center rounded-full border border-line-strong text-ink-soft hover:bg-surface-hover noscript:hidden"
            >
              <Icon of={isPlaying ? Pause : Play} />
            </button>
          )}
        </div>
        {clip.isWithdrawn ? <Quiet /> : <Strip strip={clip.strip} talkRatio={null} size="wide" />}
        <div className="mt-2 min-h-5 text-xs text-ink-soft">
          {isPlaying && mixId !== null ? (
            <Suspense fallback={<Quote text={clip.quote} />}>
              <ClipPreview
                clip={clip}
                mixId={mixId}
                settings={settings}
                onEnd={() => onPlay(false)}
              />
            </Suspense>
          ) : (
            <Quote text={clip.quote} />
          )}
        </div>
      </div>
      <div className="flex flex-col px-3 pt-2.5 pb-3 text-sm">
        <h2 className="text-base leading-snug font-strong wrap-anywhere">
          <TextLink tone="name" to={paths.clip(id)}>
            <bdi>{title}</bdi>
          </TextLink>
        </h2>
        <p className="mt-0.5 truncate text-xs text-ink-muted">
          {clip.isCallTrashed ? t("facts.trashed") : <bdi>{call?.title ?? clip.owner.name}</bdi>}
        </p>
        <State clip={clip} />
        {labels.length === 0 ? null : (
          <p className="mt-1.5 flex flex-wrap gap-1.5">
            {labels.map((label) => (
              <Tag key={label.id} dot={label.colour}>
                <bdi>{label.name}</bdi>
              </Tag>
            ))}
          </p>
        )}
        <span className="grow" />
        <p className="mt-3 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-ink-soft">
          <b className="font-mono font-medium text-ink">{duration(clip.durationMs)}</b>
          {clip.pieces === 1 ? null : <span>{t("facts.pieces", { count: clip.pieces })}</span>}
          <span>{views === 0 ? t("facts.unopened") : t("facts.views", { count: views })}</span>
          <span className="grow" />
          {people.length === 0 ? null : (
            <span role="img" aria-label={names} title={names} className="flex -space-x-1.5">
              {people.slice(0, MOST_FACES).map(({ name, side }, at) => (
                // Two people may have one name.
                <Face key={`${at} ${name}`} name={name} side={voiceOf(side)} />
              ))}
            </span>
          )}
        </p>
      </div>
    </li>
  );
}

const Quote = ({ text }: { text: string | null }) =>
  text === null ? null : <p className="truncate">{`“${text}”`}</p>;

/** Nothing of it may be seen. */
const Quiet = () => (
  <svg
    height="26"
    viewBox="0 0 150 26"
    aria-hidden
    preserveAspectRatio="none"
    className="w-full stroke-line-strong"
    strokeDasharray="3 4"
  >
    <path d="M0 7.5h150M0 18.5h150" />
  </svg>
);

/** What is to be known of it before it is opened, with its one action. */
function State({ clip }: { clip: ClipLine }) {
  const { t } = useTranslation("clip");
  const { t: ofList } = useTranslation("clips");
  const { t: common } = useTranslation("common");
  const { t: stages } = useTranslation("stages");
  const { id, title, state, cause, isAsked, isWithdrawn, mayChange } = clip;
  if (isWithdrawn) return <p className="mt-1.5 text-xs text-ink-muted">{t("state.withdrawn")}</p>;
  return (
    <>
      {state === "making" && cause === null ? (
        <p className="mt-1.5">
          <Tag>{t("state.short")}</Tag>
        </p>
      ) : null}
      {isAsked ? (
        <p className="mt-1.5">
          <Tag tone="warn">{ofList("stateIs.asked")}</Tag>
        </p>
      ) : null}
      {state === "failed" || cause !== null ? (
        <div className="mt-1.5 flex flex-wrap items-center gap-2 text-xs">
          <p className="flex items-start gap-1.5 text-danger">
            <Icon of={CircleX} />
            {stages(`cause.${knownCause(cause)}`)}
          </p>
          {mayChange ? (
            <Form method="post">
              <input type="hidden" name="clipId" value={id} />
              <FormButton
                tone="plain"
                size="small"
                name="intent"
                value="retry_clip"
                aria-label={ofList("retry", { title })}
              >
                {common("retry")}
              </FormButton>
            </Form>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
