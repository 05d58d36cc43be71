import type { ReactNode } from "react";
import type { DeveloperView } from "#app/core/pages/call-links.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { CopyLink } from "#app/ui/components/primitive/copy-link.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { MESSAGES, PARAMETERS } from "./embed-reference.ts";
import { EmbedPlayground } from "./embed-playground.tsx";
import { KeyRow } from "./embed-keys.tsx";
import { OEmbedTester } from "./oembed-tester.tsx";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

/** For those who put the player into pages of other sites: keys, a place to try them, and all that it understands. */
export function DeveloperPanels({ view }: { view: DeveloperView }) {
  const { t } = useTranslation("developer");
  const revalidate = useRevalidate();
  const { keys, origin } = view;
  return (
    <>
      <Panel title={t("keys")}>
        <p className="mb-3 max-w-prose text-sm">{t(keys.length === 0 ? "none" : "keysNote")}</p>
        {keys.length === 0 ? null : (
          <ul className="grid gap-3 divide-y divide-line text-sm *:pb-3">
            {keys.map((key) => (
              <KeyRow
                key={key.keyId}
                subject={key.subject}
                shown={key}
                title={key.subjectTitle}
                onChange={revalidate}
              />
            ))}
          </ul>
        )}
      </Panel>
      {keys.length === 0 ? null : <EmbedPlayground keys={keys} />}
      <Panel title={t("code")}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
          <p className="max-w-prose">{t("codeNote")}</p>
          <Line text={`frame-src ${origin}`} />
          <p className="max-w-prose">{t("sandbox")}</p>
          <Line text='sandbox="allow-scripts allow-same-origin allow-popups"' />
        </div>
      </Panel>
      <Panel title={t("parameters")} inside="flush">
        <Rows
          caption={t("parameters")}
          heads={[t("parameter"), t("values"), t("meaning")]}
          rows={PARAMETERS.map(([name, values]) => [name, values ?? t("seconds"), t(`p.${name}`)])}
        />
      </Panel>
      <Panel title={t("playerJs")}>
        <p className="mb-3 max-w-prose text-sm">{t("playerJsNote")}</p>
        <Line
          text={`const player = new playerjs.Player(document.querySelector("iframe"));
player.on("ready", () => player.setCurrentTime(30));
player.on("timeupdate", ({ seconds, duration }) => console.log(seconds, duration));`}
        />
      </Panel>
      <Panel title={t("own")} inside="flush">
        <p className="max-w-prose px-4 pb-3 text-sm">{t("ownNote")}</p>
        <Rows
          caption={t("own")}
          heads={[t("message"), t("direction"), t("value"), t("meaning")]}
          rows={MESSAGES.map(([name, way, value]) => [name, t(way), value, t(`m.${name}`)])}
        />
      </Panel>
      <OEmbedTester />
    </>
  );
}

const Line = ({ text }: { text: string }) => (
  <div className="flex flex-wrap items-start gap-2">
    <pre
      // A block that scrolls is reached by keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="min-w-0 flex-1 basis-64 overflow-x-auto rounded-control bg-surface-sunken px-3 py-2 font-mono text-xs"
    >
      {text}
    </pre>
    <CopyCode text={text} />
  </div>
);

function CopyCode({ text }: { text: string }) {
  const { t } = useTranslation("share");
  return <CopyLink url={text} label={t("embedding.copyCode")} />;
}

type RowsProps = { caption: string; heads: string[]; rows: string[][] };

function Rows({ caption, heads, rows }: RowsProps): ReactNode {
  return (
    <div
      role="group"
      aria-label={caption}
      // A table that scrolls is reached by keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className="border-b border-line px-4 py-1.5 text-left text-xs font-medium text-ink-muted"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = "", ...cells]) => (
            <tr key={name} className="border-b border-line align-top last:border-b-0">
              <th scope="row" className="px-4 py-1.5 text-left font-mono text-xs font-normal">
                {name}
              </th>
              {cells.map((cell, at) => (
                <td
                  // Columns never move against each other.
                  key={at}
                  className={
                    at === cells.length - 1
                      ? "min-w-48 px-4 py-1.5"
                      : "px-4 py-1.5 font-mono text-xs whitespace-nowrap text-ink-soft"
                  }
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
