import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { HomeSteps } from "#app/core/pages/home-views.ts";
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
import { arrangeSteps } from "./first-steps.ts";
import { StepsBlock } from "./steps-block.tsx";

export type HomeComponent = { name: string; state: string; detail: Record<string, string> };
/** Calls whose pipeline stands still or runs, each with what there is to say and its one action; the first few of `count`. */
export type Block = {
  calls: { row: RecordingRow; state: ReactNode; action: ReactNode }[];
  count: number;
};
type Props = {
  /** How many things need the reader, and the list of them; null where there are none. */
  needs: { count: number; queue: ReactNode };
  running: Block;
  /** `isOwn`: none but the reader's are among them. */
  recent: { rows: RecordingRow[]; isOwn: boolean };
  /** How the parts of this installation are; admins only. */
  components: HomeComponent[];
  /** Providers that have to be connected again; admins only. */
  brokenCrms: string[];
  uploadButton: (tone: "primary" | "plain") => ReactNode;
  /** Beside it, where there is something to show without a call of one's own. */
  demoButton: ReactNode;
  upload: ReactNode;
  /** Recordings of theirs that were not ended; null where there are none. */
  unfinished: ReactNode;
  /** Libraries they are to hear by a day; null where there are none. */
  viewing: ReactNode;
  /** How far the calls of the last seven days came; admins only. */
  sevenDays: ReactNode;
  /** Their own numbers, and first steps while there are any. */
  metrics: ReactNode;
  steps: HomeSteps | null;
  /** After a call was deleted here: the way back. */
  deleted: ReactNode;
};

/** What needs somebody, then what is on its way, then the newest calls; numbers are few. */
export function HomePage(props: Props) {
  const { needs, running, recent, components, uploadButton, demoButton, upload, deleted } = props;
  const { metrics, sevenDays, viewing, unfinished, brokenCrms } = props;
  const { t } = useTranslation("home");
  const { today } = useFormat();
  const isEmpty = needs.count === 0 && running.count === 0 && recent.rows.length === 0;
  const shown = arrangeSteps(props.steps, needs.count);
  const isNew = shown?.isNew === true;
  const steps = props.steps === null ? null : <StepsBlock steps={props.steps} shown={shown} />;
  // One primary on the page: a step, the empty list's button, or the one of the head.
  const isLed = shown?.isPrimary === true || (isEmpty && !isNew);
  const queue = (
    <>
      {unfinished}
      {needs.queue}
      {viewing}
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
          {uploadButton(isLed ? "plain" : "primary")}
        </>
      }
    >
      {upload}
      {deleted}
      {isEmpty ? (
        <>
          {isNew ? steps : null}
          <EmptyState
            title={t("empty.title")}
            why={t("empty.why")}
            {...(isNew ? {} : { action: uploadButton(shown === null ? "primary" : "plain") })}
          />
          {queue}
          {isNew ? null : steps}
          {sevenDays}
          <Components components={components} brokenCrms={brokenCrms} />
        </>
      ) : (
        <SplitPane
          sideLabel={t("sideTitle")}
          main={
            <>
              {queue}
              {isNew ? steps : null}
              <Recent {...recent} />
            </>
          }
          side={
            <>
              {metrics}
              {isNew ? null : steps}
              {sevenDays}
              <Components components={components} brokenCrms={brokenCrms} />
            </>
          }
        />
      )}
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

function Recent({ rows, isOwn }: Props["recent"]) {
  const { t } = useTranslation("home");
  const { duration } = useFormat();
  const title = isOwn ? t("recentTitle") : t("recentOpenTitle");
  return (
    <Panel title={title} aside={<TextLink to={paths.recordings()}>{t("allCalls")}</TextLink>}>
      <ItemList label={title}>
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
const CRMS = ["salesforce", "salesforce-sandbox", "hubspot", "mock"] as const;

function Components({ components, brokenCrms }: Pick<Props, "components" | "brokenCrms">) {
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
    const mayBeBetter =
      name === "speech" && (detail["engine"] === "pocketsphinx" || state === "off");
    return text === "" ? [] : [{ name, text, hasMailPage, mayBeBetter }];
  });
  const crms = CRMS.filter((crm) => brokenCrms.includes(crm));
  if (lines.length === 0 && crms.length === 0) return null;
  return (
    <Panel title={t("offTitle")}>
      <ul className="grid gap-2 text-sm">
        {crms.map((crm) => (
          <li key={crm}>
            {t("brokenCrm", { crm: t(`crmName.${crm}`) })}{" "}
            <TextLink tone="sentence" to={paths.connections()}>
              {t("openIntegrations")}
            </TextLink>
          </li>
        ))}
        {lines.map(({ name, text, hasMailPage, mayBeBetter }) => (
          <li key={name} className="wrap-anywhere">
            {text}{" "}
            {hasMailPage ? (
              <TextLink tone="sentence" to={paths.mail()}>
                {t("openMail")}
              </TextLink>
            ) : null}
            {mayBeBetter ? (
              <TextLink tone="sentence" to={paths.settingGeneral({ tab: "engines" })}>
                {t("betterSpeech")}
              </TextLink>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
