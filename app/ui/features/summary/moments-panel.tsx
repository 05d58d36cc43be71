import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { MomentView } from "#app/core/pages/playback-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import {
  countSides,
  groupMoments,
  isOfSide,
  type MomentGroup,
  type MomentGroupKey,
  type SideChoice,
} from "./moment-groups.ts";
import { Group, Line, Lines, Note } from "./parts.tsx";
import { PlayLink, QuoteLink } from "./play-link.tsx";
import { ruleName } from "./texts.ts";
import { topicName } from "./topic-name.ts";
import { Evidence } from "./evidence.tsx";

type Props = {
  hits: readonly MomentView[];
  hrefAt: (ms: number) => string;
  nameOf: (participantId: string) => string | null;
};
/** Until "more" is pressed: a long call has hundreds of questions. */
const FIRST = 12;
const SIDES: readonly SideChoice[] = ["all", "R", "C"];

/** Places where a rule fired, each with the words, its rule and one press from its sound (product §10.5). */
export function MomentsPanel(props: Props) {
  const { t } = useTranslation("player");
  const { t: own } = useTranslation("panels");
  const [side, setSide] = useState<SideChoice>("all");
  const [kind, setKind] = useState<MomentGroupKey | "all">("all");
  if (props.hits.length === 0) return <Note>{t("noMoments")}</Note>;
  const groups = groupMoments(props.hits);
  const shown = groupMoments(props.hits.filter((hit) => isOfSide(hit, side))).filter(
    ({ key }) => kind === "all" || key === kind,
  );
  return (
    <>
      {groups.length === 0 ? null : (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <SideFilter hits={props.hits} side={side} onChoose={setSide} />
          <KindFilter groups={groups} kind={kind} onChoose={setKind} />
        </div>
      )}
      {shown.map((group) => (
        <MomentList key={group.key} group={group} {...props} />
      ))}
      {groups.length > 0 && shown.length === 0 ? <Note>{own("moments.noneOfThese")}</Note> : null}
      {side === "all" && kind === "all" ? <TopicList {...props} /> : null}
    </>
  );
}

function SideFilter({
  hits,
  side,
  onChoose,
}: {
  hits: Props["hits"];
  side: SideChoice;
  onChoose: (side: SideChoice) => void;
}) {
  const { t } = useTranslation("panels");
  const counts = countSides(hits);
  return (
    <div role="group" aria-label={t("moments.side")} className="flex gap-1">
      {SIDES.map((choice) => (
        <Button
          key={choice}
          size="small"
          aria-pressed={side === choice}
          onClick={() => onChoose(choice)}
        >
          {t(`moments.of.${choice}`, { count: counts[choice] })}
        </Button>
      ))}
    </div>
  );
}

function KindFilter({
  groups,
  kind,
  onChoose,
}: {
  groups: readonly MomentGroup[];
  kind: MomentGroupKey | "all";
  onChoose: (kind: MomentGroupKey | "all") => void;
}) {
  const { t } = useTranslation("panels");
  const id = useId();
  const title = useGroupTitle();
  const choices = ["all" as const, ...groups.map(({ key }) => key)];
  return (
    <label htmlFor={id} className="flex items-center gap-1.5 text-xs text-ink-muted">
      {t("moments.kind")}
      <Select
        id={id}
        size="small"
        width="hug"
        value={kind}
        onChange={({ currentTarget: { value } }) =>
          onChoose(choices.find((choice) => choice === value) ?? "all")
        }
        options={choices.map((value) => ({
          value,
          label: value === "all" ? t("moments.everyKind") : title(value),
        }))}
      />
    </label>
  );
}

function useGroupTitle(): (key: MomentGroupKey) => string {
  const { t } = useTranslation("player");
  return (key) => {
    if (key === "filler") return t("fillers");
    if (key === "promise" || key === "tracker" || key === "coach_mark")
      return t(`momentsOf.${key}`);
    return t(key);
  };
}

function useSpeaker(nameOf: Props["nameOf"]): (hit: MomentView) => string {
  const { t } = useTranslation("common");
  return (hit) => {
    const name = hit.participantId === null ? null : nameOf(hit.participantId);
    if (name !== null) return name;
    return hit.side === null ? t("side.everybody") : t(hit.side === "R" ? "side.us" : "side.them");
  };
}

function MomentList({
  group: { key, moments },
  hrefAt,
  nameOf,
}: { group: MomentGroup } & Pick<Props, "hrefAt" | "nameOf">) {
  const { t } = useTranslation("panels");
  const title = useGroupTitle();
  const format = useFormat();
  const speaker = useSpeaker(nameOf);
  const notes = useMomentNotes();
  const [isWhole, setWhole] = useState(false);
  if (key === "filler") return <Fillers fillers={moments} hrefAt={hrefAt} nameOf={nameOf} />;
  const shown = isWhole ? moments : moments.slice(0, FIRST);
  return (
    <Group title={title(key)} aside={format.number(moments.length)}>
      <Lines>
        {shown.map((moment) => (
          <Line key={`${moment.t0Ms} ${moment.rule}`}>
            <QuoteLink
              {...notes(moment)}
              {...place(moment)}
              hrefAt={hrefAt}
              name={speaker(moment)}
            />
          </Line>
        ))}
      </Lines>
      {shown.length === moments.length ? null : (
        <Button size="small" tone="quiet" onClick={() => setWhole(true)}>
          {t("more", { count: moments.length - shown.length })}
        </Button>
      )}
    </Group>
  );
}

const place = ({ t0Ms, t1Ms, side }: MomentView) => ({ atMs: t0Ms, endMs: t1Ms, side });

/** The words of a moment and what is said about them: the rule, and doubts. */
function useMomentNotes(): (moment: MomentView) => { text: string; notes: string[] } {
  const { t } = useTranslation("player");
  const { t: own } = useTranslation("panels");
  const { t: metrics } = useTranslation("metrics");
  return (moment) => {
    const rule = ruleName(metrics, moment);
    const text = moment.text ?? moment.label ?? rule;
    const about = [
      text === rule ? null : rule,
      moment.isUnsure ? t("unsure") : null,
      moment.isUncertain ? own("moments.wordsUncertain") : null,
    ];
    return { text, notes: about.filter((note) => note !== null) };
  };
}

/** What the call was about, in order, with its length. */
export function TopicList({ hits, hrefAt }: Pick<Props, "hits" | "hrefAt">) {
  const { t } = useTranslation("player");
  const { t: summary } = useTranslation("summary");
  const format = useFormat();
  const topics = hits.filter((hit) => hit.kind === "topic");
  if (topics.length === 0) return null;
  return (
    <Group title={t("layer.topics")} aside={format.number(topics.length)}>
      <Lines>
        {topics.map((topic) => (
          <Line key={`${topic.t0Ms} ${topic.rule}`}>
            <PlayLink
              atMs={topic.t0Ms}
              href={hrefAt(topic.t0Ms)}
              className="flex min-h-6 items-baseline gap-3 rounded-mark hover:underline"
            >
              <span className="w-12 shrink-0 font-mono text-xs text-ink-muted">
                {format.duration(topic.t0Ms)}
              </span>
              <span className="min-w-0 grow first-letter:uppercase">
                {topicName(summary, topic)}
              </span>
              <span className="font-mono text-xs text-ink-muted">
                {format.duration(topic.t1Ms - topic.t0Ms)}
              </span>
            </PlayLink>
          </Line>
        ))}
      </Lines>
    </Group>
  );
}

/** Filler words, one line a word, with its first places. */
function Fillers({
  fillers,
  hrefAt,
  nameOf,
}: { fillers: readonly MomentView[] } & Pick<Props, "hrefAt" | "nameOf">) {
  const { t } = useTranslation("player");
  const format = useFormat();
  const speaker = useSpeaker(nameOf);
  const byWord = Map.groupBy(fillers, (hit) => hit.label ?? hit.rule);
  return (
    <Group title={t("fillers")} aside={format.number(fillers.length)}>
      <Lines>
        {[...byWord].map(([word, places]) => (
          <Line key={word}>
            {word} <span className="text-xs text-ink-muted">{format.number(places.length)}</span>{" "}
            {places.slice(0, FIRST).map((hit) => (
              <Evidence
                key={hit.t0Ms}
                at={hit.t0Ms}
                name={speaker(hit)}
                side={hit.side}
                hrefAt={hrefAt}
              />
            ))}
            {places.length > FIRST ? (
              <span className="text-xs text-ink-muted">
                {" "}
                {t("andMore", { count: places.length - FIRST })}
              </span>
            ) : null}
          </Line>
        ))}
      </Lines>
    </Group>
  );
}
