import { CircleDot } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import type { RecorderView } from "#app/core/domain/live/recorder-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { SplitPane } from "#app/ui/components/layout/split-pane.tsx";
import { paths } from "#app/paths.ts";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { createStore, useStore } from "#app/ui/browser/store.ts";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";
import { Asked, AskedIsOver } from "./asked.tsx";
import { Details, type DetailValues } from "./details.tsx";
import { IDLE } from "./recorder-state.ts";
import { SourcesPanel } from "./sources-panel.tsx";
import type { SourcesState } from "./sources.client.ts";
import { Unfinished } from "./unfinished.tsx";
import type { RecorderKit } from "./held-kit.ts";
import { deviceName } from "./use-recorder-kit.ts";

type Props = { view: RecorderView; kit: RecorderKit | null };
export type Consent = "everyone" | "self";
export type TabPeople = "one" | "several";
/** Whose voices a microphone without a tab records. */
export type Voice = "own" | "room";

const NOTHING = createStore<SourcesState>({
  ...{ mic: "off", micName: "", tab: "off", tabName: "", screen: "off" },
});

/** Before a recording: consent first, then sources, then what it is about, which can wait. */
export function SetUp({ view, kit }: Props) {
  const { t } = useTranslation("recorder");
  const [consent, setConsent] = useState<Consent | null>(null);
  const [people, setPeople] = useState<TabPeople>("one");
  const [voice, setVoice] = useState<Voice>("own");
  const [details, setDetails] = useState<DetailValues>({
    ...{ title: "", company: "", dealId: "", who: "", language: view.language },
    visibility: view.defaultVisibility,
  });
  const sources = useStore(kit?.sources.state ?? NOTHING);
  const isStarting = useStore(kit?.recorder.state ?? NOT_YET, ({ phase }) => phase === "starting");
  const revalidate = useRevalidate();
  const hasTab = sources.tab === "on";
  // With a microphone alone there is another person only where several voices are in the room.
  const others = hasTab ? people : consent === "everyone" && voice === "room" ? "room" : null;
  const start = async () => {
    if (kit === null || consent === null) return;
    const { title, company, dealId, who, language, visibility } = details;
    const other = hasTab ? t(people === "one" ? "people.otherName" : "people.everyoneElse") : "";
    const name = others === null ? "" : who.trim() || other;
    askForNotices();
    await kit.recorder.start(
      {
        ...{ consent, consentHash: view.consentHashes[consent] },
        ...{ tab: hasTab ? people : "none", voice: consent === "self" ? "own" : voice },
        ...(name !== "" && { who: name }),
        ...{ title, company, language, visibility },
        ...(dealId !== "" && { dealId }),
        deviceName: deviceName(navigator.userAgent),
      },
      view.longestMs,
    );
    // What refuses it may be another recording, or a call: the page shows which.
    if (kit.recorder.state.get().problem !== null) revalidate();
  };
  return (
    <SplitPane
      sideLabel={t("details.side")}
      main={
        <>
          {view.asked === null ? null : <Asked asked={view.asked} />}
          {view.askedUrl === null ? null : <AskedIsOver url={view.askedUrl} />}
          {kit === null ? null : <Published kit={kit} />}
          {view.room === null ? null : <InRoom {...view.room} />}
          <Unfinished open={view.open} longestMs={view.longestMs} kit={kit} />
          <ConsentPanel view={view} consent={consent} isOff={isStarting} onChange={setConsent} />
          <SourcesPanel
            kit={kit}
            sources={sources}
            isLocked={consent === null}
            isOff={isStarting}
            consent={consent}
            people={people}
            onPeople={setPeople}
            voice={voice}
            onVoice={setVoice}
          />
        </>
      }
      side={
        <>
          <Details
            title={t("details.title")}
            deals={view.deals}
            values={details}
            onChange={setDetails}
            whoLabel={others === null ? null : t(`details.who.${others}`)}
          />
          <StartButton
            kit={kit}
            sources={sources}
            consent={consent}
            isBusy={view.room !== null}
            onStart={() => void start()}
          />
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

/** One call at a time: the one that runs in a room goes first. */
function InRoom({ callId, title }: { callId: string; title: string }) {
  const { t } = useTranslation("recorder");
  return (
    <Banner
      action={
        <LinkButton size="small" to={paths.consoleCall(callId)} reloadDocument>
          {t("inRoom.return")}
        </LinkButton>
      }
    >
      {t("inRoom.text", { title })}
    </Banner>
  );
}

/** Asked in the press of a button: browsers refuse it otherwise. */
function askForNotices(): void {
  if ("Notification" in window && Notification.permission === "default")
    void Notification.requestPermission().catch(() => undefined);
}

function ConsentPanel({
  view,
  consent,
  isOff,
  onChange,
}: {
  view: RecorderView;
  consent: Consent | null;
  isOff: boolean;
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
        disabled={isOff}
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
  isBusy,
  onStart,
}: {
  kit: RecorderKit | null;
  sources: SourcesState;
  consent: Consent | null;
  /** The member runs a call in a room. */
  isBusy: boolean;
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
      : isBusy
        ? t("start.inRoom")
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
          (reason ?? (
            <>
              {chosen.map((one) => t(`start.${one}`)).join(" · ")}. {t("start.words")}{" "}
              <FreeSpace isPicture={sources.screen === "on"} />
            </>
          ))
        ) : (
          <span className="text-danger">{t(`problem.${problem}`)}</span>
        )}
      </p>
    </div>
  );
}

/** How long this device could keep a recording if nothing of it were sent; nothing where the browser does not say. */
function FreeSpace({ isPicture }: { isPicture: boolean }) {
  const { t } = useTranslation("recorder");
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => {
    void navigator.storage
      .estimate()
      .then(({ quota = 0, usage = 0 }) => setBytes(quota - usage))
      .catch(() => undefined);
  }, []);
  if (bytes === null || bytes <= 0) return null;
  const hours = bytes / (isPicture ? BYTES_PER_HOUR.picture : BYTES_PER_HOUR.sound);
  return <>{t("start.space", { count: Math.max(0, Math.floor(hours)) })}</>;
}

/** Three sounds of 48 kbit/s each; a picture of 1.5 Mbit/s beside them. */
const BYTES_PER_HOUR = { sound: 65e6, picture: 740e6 };

const NOT_YET = createStore(IDLE);
