import { useTranslation } from "#app/i18n/translation.tsx";
import type { HitView } from "#app/core/domain/hits/hit-views.ts";
import type { Side } from "#app/core/domain/views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { Group, Line, Lines, Note } from "./parts.tsx";
import { usePlayFrom } from "#app/ui/features/player/use-play-from.ts";
import { ruleName } from "./texts.ts";
import { topicName } from "./topic-name.ts";
import { Evidence } from "./evidence.tsx";

type Props = {
  hits: readonly HitView[];
  hrefAt: (ms: number) => string;
  nameOf: (participantId: string) => string | null;
};

/** Places where a rule fired, each naming its rule and one press from its sound (product §10.5). */
export function MomentsPanel(props: Props) {
  const { t } = useTranslation("player");
  if (props.hits.length === 0) return <Note>{t("noMoments")}</Note>;
  return (
    <>
      <TopicList {...props} />
      <Questions {...props} side="C" />
      <Questions {...props} side="R" />
      <Questions {...props} side={null} />
      <HitList {...props} kind="promise" />
      <HitList {...props} kind="tracker" />
      <HitList {...props} kind="coach_mark" />
      <Fillers {...props} />
    </>
  );
}

/** What the call was about, in order, with its length. */
export function TopicList({ hits, hrefAt }: Pick<Props, "hits" | "hrefAt">) {
  const { t } = useTranslation("player");
  const { t: summary } = useTranslation("summary");
  const format = useFormat();
  const playFrom = usePlayFrom();
  const topics = hits.filter((hit) => hit.kind === "topic");
  if (topics.length === 0) return null;
  return (
    <Group title={t("layer.topics")} aside={format.number(topics.length)}>
      <Lines>
        {topics.map((topic) => (
          <Line key={`${topic.t0Ms} ${topic.rule}`}>
            <a
              href={hrefAt(topic.t0Ms)}
              className="flex min-h-6 items-baseline gap-3 rounded-mark hover:underline"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                playFrom(topic.t0Ms);
              }}
            >
              <span className="w-12 shrink-0 font-mono text-xs text-ink-muted">
                {format.duration(topic.t0Ms)}
              </span>
              <span className="min-w-0 grow">{topicName(summary, topic)}</span>
              <span className="font-mono text-xs text-ink-muted">
                {format.duration(topic.t1Ms - topic.t0Ms)}
              </span>
            </a>
          </Line>
        ))}
      </Lines>
    </Group>
  );
}

function useSpeaker(nameOf: Props["nameOf"]): (hit: HitView) => string {
  const { t } = useTranslation("common");
  return (hit) => {
    const name = hit.participantId === null ? null : nameOf(hit.participantId);
    if (name !== null) return name;
    return hit.side === null ? t("side.everybody") : t(hit.side === "R" ? "side.us" : "side.them");
  };
}

function Questions({ side, ...props }: Props & { side: Side | null }) {
  const { t } = useTranslation("player");
  const hits = props.hits.filter((hit) => hit.kind === "question" && hit.side === side);
  const key = side === null ? "questionsOfAll" : side === "R" ? "questionsOfUs" : "questionsOfThem";
  return <Hits {...props} title={t(key)} shown={hits} />;
}

export function HitList({
  kind,
  ...props
}: Props & { kind: "promise" | "tracker" | "coach_mark" }) {
  const { t } = useTranslation("player");
  return (
    <Hits
      {...props}
      title={t(`momentsOf.${kind}`)}
      shown={props.hits.filter((hit) => hit.kind === kind)}
    />
  );
}

function Hits({
  title,
  shown,
  hrefAt,
  nameOf,
}: Props & { title: string; shown: readonly HitView[] }) {
  const { t } = useTranslation("player");
  const { t: metrics } = useTranslation("metrics");
  const format = useFormat();
  const speaker = useSpeaker(nameOf);
  if (shown.length === 0) return null;
  return (
    <Group title={title} aside={format.number(shown.length)}>
      <Lines>
        {shown.map((hit) => (
          <Line key={`${hit.t0Ms} ${hit.rule}`}>
            <span className="break-words">{hit.label ?? ruleName(metrics, hit)}</span>
            {hit.isUnsure ? <span className="text-xs text-ink-muted"> {t("unsure")}</span> : null}{" "}
            <Evidence at={hit.t0Ms} name={speaker(hit)} side={hit.side} hrefAt={hrefAt} />
          </Line>
        ))}
      </Lines>
    </Group>
  );
}

/** Filler words, one line a word, with every place. */
function Fillers({ hits, hrefAt, nameOf }: Props) {
  const { t } = useTranslation("player");
  const format = useFormat();
  const speaker = useSpeaker(nameOf);
  const fillers = hits.filter((hit) => hit.kind === "filler");
  if (fillers.length === 0) return null;
  const byWord = Map.groupBy(fillers, (hit) => hit.label ?? hit.rule);
  return (
    <Group title={t("fillers")} aside={format.number(fillers.length)}>
      <Lines>
        {[...byWord].map(([word, places]) => (
          <Line key={word}>
            {word} <span className="text-xs text-ink-muted">{format.number(places.length)}</span>{" "}
            {places.slice(0, 12).map((hit) => (
              <Evidence
                key={hit.t0Ms}
                at={hit.t0Ms}
                name={speaker(hit)}
                side={hit.side}
                hrefAt={hrefAt}
              />
            ))}
            {places.length > 12 ? (
              <span className="text-xs text-ink-muted">
                {" "}
                {t("andMore", { count: places.length - 12 })}
              </span>
            ) : null}
          </Line>
        ))}
      </Lines>
    </Group>
  );
}
