import { Eye, Lock } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { Fact } from "#app/ui/components/layout/page.tsx";
import { Explained } from "#app/ui/components/primitive/explained.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";

type Props = { call: PlaybackView["call"] };

/** When, how long, with whom: what a phone shows under the title, in one line. */
export function CallTimes({ call }: Props) {
  const { duration } = useFormat();
  return (
    <>
      <span>
        {call.startedAt === null ? null : (
          <Fact>
            <Moment iso={call.startedAt} style="whenInZone" />
          </Fact>
        )}
        {call.durationMs === null ? null : <>, {duration(call.durationMs)}</>}
      </span>
      {call.company === null ? null : <Fact>{call.company}</Fact>}
    </>
  );
}

/** Whose call it is, who can see it, what it is about, and how well its voices are separated. */
export function CallFacts({ call }: Props) {
  const { t } = useTranslation("playback");
  const { t: record } = useTranslation("call");
  const kind = useKindText(call.talk);
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 text-sm text-ink-muted">
      <span>{t("owner", { name: call.owner.name })}</span>
      <Tag icon={call.visibility === "private" ? Lock : Eye}>
        {t(`visibleTo.${call.visibility}`)}
      </Tag>
      <span>{kind}</span>
      {call.quality === null ? null : (
        <Explained text={record(`page.qualityMeans.${call.quality}`)}>
          <Tag>{record("page.quality", { class: call.quality })}</Tag>
        </Explained>
      )}
    </div>
  );
}

/** What the call is about, and who says so. */
function useKindText({ kind: key, by, label }: PlaybackView["call"]["talk"]): string {
  const { t } = useTranslation("playback");
  const kind = t(`talk.${key}`);
  if (by === "label" && label !== null) return t("kind.byLabel", { kind, label });
  return by === "hand" ? t("kind.byHand", { kind }) : t("kind.plain", { kind });
}
