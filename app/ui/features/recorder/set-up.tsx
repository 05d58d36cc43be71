import { CircleDot } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { RecorderView } from "#app/core/domain/live/recorder-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { SplitPane } from "#app/ui/components/layout/split-pane.tsx";
import { paths } from "#app/paths.ts";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { createStore, useStore } from "#app/ui/browser/store.ts";
import { Asked, AskedIsOver } from "./asked.tsx";
import { Details, type DetailValues } from "./details.tsx";
import { IDLE } from "./recorder-state.ts";
import { SourcesPanel } from "./sources-panel.tsx";
import type { SourcesState } from "./sources.client.ts";
import { Unfinished } from "./unfinished.tsx";
import { deviceName, type RecorderKit } from "./use-recorder-kit.ts";

type Props = { view: RecorderView; kit: RecorderKit | null };
export type Consent = "everyone" | "self";
export type TabPeople = "one" | "several";

const NOTHING = createStore<SourcesState>({
  ...{ mic: "off", micName: "", tab: "off", tabName: "", screen: "off" },
});

/** Before a recording: consent first, then sources, then what it is about, which can wait. */
export function SetUp({ view, kit }: Props) {
  const { t } = useTranslation("recorder");
  const [consent, setConsent] = useState<Consent | null>(null);
  const [people, setPeople] = useState<TabPeople>("one");
  const [details, setDetails] = useState<DetailValues>({
    ...{ title: "", company: "", dealId: "", who: "", language: view.language },
    visibility: view.defaultVisibility,
  });
  const sources = useStore(kit?.sources.state ?? NOTHING);
  const hasTab = sources.tab === "on";
  const start = () => {
    if (kit === null || consent === null) return;
    const { title, company, dealId, who, language, visibility } = details;
    const other = t(people === "one" ? "people.otherName" : "people.everyoneElse");
    void kit.recorder.start({
      ...{ consent, tab: hasTab ? people : "none", who: who.trim() === "" ? other : who },
      ...{ title, company, language, visibility, deviceId: kit.deviceId },
      ...(dealId !== "" && { dealId }),
      deviceName: deviceName(navigator.userAgent),
    });
  };
  return (
    <SplitPane
      sideLabel={t("details.side")}
      main={
        <>
          {view.asked === null ? null : <Asked asked={view.asked} />}
          {view.askedUrl === null ? null : <AskedIsOver url={view.askedUrl} />}
          {kit === null ? null : <Published kit={kit} />}
          <Unfinished view={view} kit={kit} />
          <ConsentPanel view={view} consent={consent} onChange={setConsent} />
          <SourcesPanel
            kit={kit}
            sources={sources}
            isLocked={consent === null}
            people={people}
            onPeople={setPeople}
          />
        </>
      }
      side={
        <>
          <Details
            deals={view.deals}
            values={details}
            onChange={setDetails}
            whoLabel={hasTab ? t(`details.who.${people}`) : null}
          />
          <StartButton kit={kit} sources={sources} consent={consent} onStart={start} />
        </>
      }
    />
  );
}

/** A recording that was to be thrown away, and is a call already. */
function Published({ kit }: { kit: RecorderKit }) {
  const { t } = useTranslation("recorder");
  const callId = useStore(kit.recorder.state, ({ published }) => published);
  if (callId === null) return null;
  return (
    <Banner
      isUpdate
      action={
        <LinkButton size="small" to={paths.playback(callId)} reloadDocument>
          {t("published.open")}
        </LinkButton>
      }
    >
      {t("published.text")}
    </Banner>
  );
}

function ConsentPanel({
  view,
  consent,
  onChange,
}: {
  view: RecorderView;
  consent: Consent | null;
  onChange: (consent: Consent) => void;
}) {
  const { t } = useTranslation("recorder");
  const name = useId();
  const said = view.consentText === "" ? t("consent.say") : view.consentText;
  const choice = (value: Consent, label: ReactNode) => (
    <label className="flex min-h-6 items-center gap-2.5 text-base">
      <input
        type="radio"
        name={name}
        value={value}
        checked={consent === value}
        onChange={() => onChange(value)}
        className="size-4 accent-accent"
      />
      <span>{label}</span>
    </label>
  );
  return (
    <Panel title={t("consent.title")}>
      <blockquote className="mb-3 border-l-2 border-line-strong pl-3 text-read text-ink">
        {said}
      </blockquote>
      <fieldset className="grid gap-1.5">
        <legend className="sr-only">{t("consent.title")}</legend>
        {choice("everyone", t("consent.everyone"))}
        {choice(
          "self",
          <>
            {t("consent.self")}{" "}
            <span className="text-sm text-ink-muted">{t("consent.selfNote")}</span>
          </>,
        )}
      </fieldset>
      <p className="mt-2.5 text-xs text-ink-muted">
        {t("consent.why", { workspace: view.workspace })}
      </p>
    </Panel>
  );
}

function StartButton({
  kit,
  sources,
  consent,
  onStart,
}: {
  kit: RecorderKit | null;
  sources: SourcesState;
  consent: Consent | null;
  onStart: () => void;
}) {
  const { t } = useTranslation("recorder");
  const state = kit?.recorder.state;
  const problem = useStore(state ?? NOT_YET, ({ problem: own }) => own);
  const isStarting = useStore(state ?? NOT_YET, ({ phase }) => phase === "starting");
  const chosen = (["mic", "tab", "screen"] as const).filter((one) => sources[one] === "on");
  const reason =
    kit === null
      ? t("start.noScript")
      : consent === null
        ? t("start.noConsent")
        : chosen.length === 0
          ? t("start.noSource")
          : chosen.every((one) => one === "screen")
            ? t("start.noSound")
            : consent === "self" && sources.tab === "on"
              ? t("start.selfTab")
              : undefined;
  return (
    <div className="grid gap-2">
      <Button
        tone="live"
        size="tall"
        width="full"
        icon={CircleDot}
        busy={isStarting && t("start.starting")}
        disabledReason={reason}
        onClick={onStart}
      >
        {t("start.submit")}
      </Button>
      <p role="status" className="text-center text-xs text-ink-muted">
        {problem === null ? (
          (reason ?? `${chosen.map((one) => t(`start.${one}`)).join(" · ")}. ${t("start.words")}`)
        ) : (
          <span className="text-danger">{t(`problem.${problem}`)}</span>
        )}
      </p>
    </div>
  );
}

const NOT_YET = createStore(IDLE);
