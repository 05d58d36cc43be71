import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { COUNTED } from "#app/core/domain/list/counted.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { Strip } from "#app/ui/components/instrument/strip.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { SplitPane } from "#app/ui/components/layout/split-pane.tsx";
import { Item, ItemList } from "#app/ui/components/primitive/item.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

export type HomeComponent = { name: string; state: string; detail: Record<string, string> };
/** Calls whose pipeline stands still or runs, each with what there is to say and its one action; the first few of `count`. */
export type Block = {
  calls: { row: RecordingRow; state: ReactNode; action: ReactNode }[];
  count: number;
};
type Props = {
  needs: Block;
  running: Block;
  recent: RecordingRow[];
  /** How the parts of this installation are; admins only. */
  components: HomeComponent[];
  uploadButton: ReactNode;
  /** Beside it, where there is something to show without a call of one's own. */
  demoButton: ReactNode;
  upload: ReactNode;
};

/** What needs somebody, then what is on its way, then the newest calls; numbers are few. */
export function HomePage(props: Props) {
  const { needs, running, recent, components, uploadButton, demoButton, upload } = props;
  const { t } = useTranslation("home");
  const { today } = useFormat();
  const hasQueue = needs.count > 0 || running.count > 0;
  const isEmpty = !hasQueue && recent.length === 0;
  const queue = (
    <>
      {needs.count > 0 ? (
        <Queue block={needs} title={t("needsTitle")} to={paths.recordings({ show: "needs-you" })} />
      ) : null}
      {running.count > 0 ? (
        <Queue
          block={running}
          title={t("arrivingTitle")}
          to={paths.recordings({ show: "in-progress" })}
        />
      ) : null}
    </>
  );
  return (
    <Page
      title={today()}
      facts={
        <span>
          {needs.count > 0 ? t("needs", { count: needs.count }) : t("nothing")}
          {running.count > 0 ? ` ${t("arriving", { count: running.count })}` : null}
        </span>
      }
      actions={
        <>
          {demoButton}
          {uploadButton}
        </>
      }
    >
      {upload}
      {isEmpty ? (
        <EmptyState title={t("empty.title")} why={t("empty.why")} action={uploadButton} />
      ) : !hasQueue || recent.length === 0 ? (
        <>
          {hasQueue ? queue : <Recent rows={recent} />}
          <Components components={components} />
        </>
      ) : (
        <SplitPane
          sideLabel={t("recentTitle")}
          main={
            <>
              {queue}
              <Components components={components} />
            </>
          }
          side={<Recent rows={recent} />}
        />
      )}
      {isEmpty ? <Components components={components} /> : null}
    </Page>
  );
}

function Queue({ block, title, to }: { block: Block; title: string; to: string }) {
  const { t } = useTranslation("home");
  const { calls, count } = block;
  return (
    <Panel
      title={title}
      aside={
        count > calls.length ? (
          <TextLink to={to}>{count > COUNTED ? t("seeMany") : t("seeAll", { count })}</TextLink>
        ) : undefined
      }
    >
      <ItemList label={title}>
        {calls.map(({ row, state, action }) => (
          <Item
            key={row.callId}
            title={
              <TextLink
                tone="name"
                to={
                  row.callState === "available"
                    ? paths.playback(row.callId)
                    : paths.recording(row.recordingId)
                }
              >
                <bdi>{row.title}</bdi>
              </TextLink>
            }
            note={state}
            actions={action}
          />
        ))}
      </ItemList>
    </Panel>
  );
}

function Recent({ rows }: { rows: RecordingRow[] }) {
  const { t } = useTranslation("home");
  const { duration } = useFormat();
  return (
    <Panel
      title={t("recentTitle")}
      aside={<TextLink to={paths.recordings()}>{t("allCalls")}</TextLink>}
    >
      <ItemList label={t("recentTitle")}>
        {rows.map((row) => (
          <Item
            key={row.callId}
            title={
              <TextLink to={paths.playback(row.callId)} tone="name">
                <bdi>{row.title}</bdi>
              </TextLink>
            }
            note={
              <span className="flex flex-wrap gap-x-2">
                {row.company === null ? null : <span>{row.company}</span>}
                {row.startedAt === null ? null : <Moment iso={row.startedAt} />}
                {row.durationMs === null ? null : (
                  <span className="font-mono">{duration(row.durationMs)}</span>
                )}
              </span>
            }
            actions={
              row.strip === null ? undefined : <Strip strip={row.strip} talkRatio={row.talkRatio} />
            }
          />
        ))}
      </ItemList>
    </Panel>
  );
}

/** Parts a person should know of even while all is well: what listens, and whether calls can be held. */
const ALWAYS_SAID = ["speech", "livekit"];

/** Any other part that is as it should be says nothing. */
function Components({ components }: { components: HomeComponent[] }) {
  const { t } = useTranslation("home");
  const lines = components.flatMap(({ name, state, detail }) => {
    if (state === "on" && !ALWAYS_SAID.includes(name)) return [];
    const cost =
      detail["engine"] === "pocketsphinx"
        ? t("basic")
        : detail["host"] !== undefined && detail["host"] !== ""
          ? t("remote", { host: detail["host"] })
          : "";
    const context = detail["reason"];
    const text: string = t(`part.${name}.${state}`, {
      ...detail,
      cost,
      ...(context !== undefined && { context }),
      defaultValue: "",
    });
    const hasMailPage = name === "mail" && state === "limited";
    return text === "" ? [] : [{ name, text, hasMailPage }];
  });
  if (lines.length === 0) return null;
  return (
    <Panel title={t("offTitle")}>
      <ul className="grid gap-2 text-sm">
        {lines.map(({ name, text, hasMailPage }) => (
          <li key={name} className="wrap-anywhere">
            {text}{" "}
            {hasMailPage ? (
              <TextLink tone="sentence" to={paths.mail()}>
                {t("openMail")}
              </TextLink>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
