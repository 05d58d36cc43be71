import { useState } from "react";
import { useMatches } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { JoinToken } from "#app/core/domain/live/live-views.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import type { Way, WayState } from "./connection-test.client.ts";

/** The order on screen; the module that tries them is loaded only when it is asked for. */
const WAYS: readonly Way[] = ["websocket", "udp", "tcp", "turn"];
type Results = Partial<Record<Way, WayState>>;

/** Whether calls will work from here, way by way, in words. */
export function ConnectionPanel({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation("live");
  const routeId = useMatches().at(-1)?.id ?? "";
  const [results, setResults] = useState<Results>({});
  const [isRunning, setRunning] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const run = async () => {
    setRunning(true);
    setFailed(false);
    setResults({});
    try {
      const { testConnection } = await import("./connection-test.client.ts");
      await testConnection(await askToken(routeId), (way, state) =>
        setResults((before) => ({ ...before, [way]: state })),
      );
    } catch {
      setFailed(true);
    }
    setRunning(false);
  };
  const isDone = !isRunning && WAYS.every((way) => results[way] !== undefined);
  return (
    <Panel title={t("test.title")}>
      <p className="mb-2 text-sm text-ink-soft">{t("test.why")}</p>
      <ul aria-label={t("test.title")} className="divide-y divide-line">
        {WAYS.map((way) => (
          <WayRow key={way} way={way} state={results[way]} />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Button
          busy={isRunning && t("test.running")}
          disabledReason={isOn ? undefined : t("test.off")}
          onClick={() => void run()}
        >
          {isDone ? t("test.again") : t("test.start")}
        </Button>
        <span role="status" className="text-xs text-ink-soft">
          {hasFailed ? t("test.noRoom") : isDone ? t(`test.sum.${sumOf(results)}`) : null}
        </span>
      </div>
    </Panel>
  );
}

const TONE = { running: "plain", ok: "ok", failed: "danger", none: "plain" } as const;

function WayRow({ way, state }: { way: Way; state: WayState | undefined }) {
  const { t } = useTranslation("live");
  const note = state === undefined || state === "running" ? null : t(`test.${way}.${state}`);
  return (
    <li className="py-1.5">
      <div className="flex items-center gap-2 text-sm">
        <span className="grow font-medium">{t(`test.${way}.name`)}</span>
        {state === undefined ? null : <Tag tone={TONE[state]}>{t(`test.state.${state}`)}</Tag>}
      </div>
      {note === null ? null : <p className="text-xs text-ink-muted">{note}</p>}
    </li>
  );
}

/** One sentence for all four. */
function sumOf(results: Results): "good" | "slow" | "bad" {
  if (results.websocket !== "ok") return "bad";
  if (results.udp === "ok") return "good";
  return results.tcp === "ok" || results.turn === "ok" ? "slow" : "bad";
}

async function askToken(routeId: string): Promise<JoinToken> {
  const answer = await fetch(`${paths.console()}?_data=${encodeURIComponent(routeId)}`, {
    method: "POST",
    body: new URLSearchParams({ intent: "test" }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`No room to test in: ${answer.status}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own action's answer
  return (await answer.json()) as JoinToken;
}
