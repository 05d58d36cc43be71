import { useTranslation } from "#app/i18n/translation.tsx";
import type { ConsoleView } from "#app/core/domain/live/live-views.ts";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/components/layout/page.tsx";
import { SplitPane } from "#app/ui/components/layout/split-pane.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Item, ItemList } from "#app/ui/components/primitive/item.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { DeviceCheck } from "#app/ui/features/capture/device-check.tsx";
import { useDevices } from "#app/ui/features/capture/devices.ts";
import { ConnectionPanel } from "./connection-panel.tsx";
import { LiveWall } from "./live-wall.tsx";
import { StartCall } from "./start-call.tsx";

type Props = { view: ConsoleView; lastResult: unknown };

/** Where calls begin: start one or return to it, see that microphone and line work; managers see who is live. */
export function ConsolePage({ view, lastResult }: Props) {
  const { t } = useTranslation("live");
  const [devices, choose] = useDevices();
  return (
    <Page title={t("console.title")}>
      <noscript>
        <Banner>{t("noScript")}</Banner>
      </noscript>
      <SplitPane
        sideLabel={t("console.side")}
        main={
          <>
            <StartCall
              availability={view.availability}
              current={view.current}
              defaultVisibility={view.defaultVisibility}
              lastResult={lastResult}
            />
            {view.wall === null ? null : <LiveWall wall={view.wall} />}
            <Today calls={view.today} />
          </>
        }
        side={
          <>
            <Panel title={t("console.devices")}>
              <DeviceCheck value={devices} onChange={choose} />
            </Panel>
            <ConnectionPanel isOn={view.availability.state === "on"} />
          </>
        }
      />
    </Page>
  );
}

function Today({ calls }: { calls: ConsoleView["today"] }) {
  const { t } = useTranslation("live");
  return (
    <Panel title={t("today.title")}>
      {calls.length === 0 ? (
        <p className="py-1 text-sm text-ink-muted">{t("today.empty")}</p>
      ) : (
        <ItemList label={t("today.title")}>
          {calls.map(({ callId, title, at, isLive }) => (
            <Item
              key={callId}
              title={
                <TextLink to={isLive ? paths.consoleCall(callId) : paths.playback(callId)}>
                  {title}
                </TextLink>
              }
              note={<Moment iso={at} style="time" />}
              actions={isLive ? <Tag tone="live">{t("today.live")}</Tag> : undefined}
            />
          ))}
        </ItemList>
      )}
    </Panel>
  );
}
