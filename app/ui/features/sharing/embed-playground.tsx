import { useFetcher } from "@remix-run/react";
import { Download } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import type { ListedKey } from "#app/core/pages/call-links.server.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { codesIn, type ShareAnswer } from "./share-answer.ts";
import { placesOf } from "./share-subject.ts";

type Minted = ShareAnswer & { token?: string };
/** What its page can be asked for, by parameter. */
const CHOICES = {
  theme: ["auto", "light", "dark"],
  lang: ["", "en", "ja"],
  lane: ["", "us", "them"],
  transcript: ["", "1", "0"],
} as const;
type Choice = keyof typeof CHOICES;
const METHODS = [
  ["player.js", "play"],
  ["player.js", "pause"],
  ["parley", "getState"],
  ["parley", "openTranscript"],
] as const;
const MOST_MESSAGES = 20;
/** Extensions of a browser speak on the same channel. */
const OURS = /"context":"(?:player\.js|parley)"/;
const READY = /"event":"ready"/;
/** Of player.js, those that do not come many times a second; asking again changes nothing. */
const EVENTS = ["play", "pause", "ended", "error"];

/** A key at our own pages, through a token for an hour: what a partner's page will look like, and what is said there. */
export function EmbedPlayground({ keys }: { keys: readonly ListedKey[] }) {
  const { t } = useTranslation("developer");
  const { t: forms } = useTranslation("forms");
  const isReadOnly = useReadOnly();
  const fetcher = useFetcher<Minted>();
  const [keyId, setKeyId] = useState(keys[0]?.keyId ?? "");
  const [wish, setWish] = useState<Record<Choice, string>>({
    ...{ theme: "auto", lang: "", lane: "", transcript: "" },
  });
  const key = keys.find((one) => one.keyId === keyId) ?? keys[0];
  if (!key) return null;
  const token = fetcher.data?.token;
  const wrong = codesIn(fetcher.data);
  const name: Record<Choice, string> = {
    ...{ theme: t("theme"), lang: t("language"), lane: t("lane"), transcript: t("transcript") },
  };
  return (
    <Panel title={t("try")}>
      <p className="mb-3 max-w-prose text-sm">{t("tryNote")}</p>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <Labelled label={t("key")} isWide>
          {(id) => (
            <Select
              id={id}
              value={key.keyId}
              onChange={(event) => setKeyId(event.target.value)}
              options={keys.map((one) => ({
                value: one.keyId,
                label: [one.subjectTitle, one.origins.join(", ")]
                  .filter((text) => text !== "")
                  .join(" · "),
              }))}
            />
          )}
        </Labelled>
        {(["theme", "lang", "lane", "transcript"] as const).map((choice) => (
          <Labelled key={choice} label={name[choice]}>
            {(id) => (
              <Select
                id={id}
                width="hug"
                value={wish[choice]}
                onChange={(event) => setWish({ ...wish, [choice]: event.target.value })}
                options={CHOICES[choice].map((value) => ({
                  value,
                  label: value === "" ? "–" : value,
                }))}
              />
            )}
          </Labelled>
        ))}
        <Button
          busy={fetcher.state !== "idle" && t("starting")}
          disabledReason={isReadOnly}
          onClick={() =>
            fetcher.submit(
              { intent: "mint_embed_token", keyId: key.keyId, minutes: "60" },
              { method: "post", action: placesOf(key.subject).action },
            )
          }
        >
          {t("start")}
        </Button>
        <LinkButton to={paths.embedTestPage(key.keyId)} reloadDocument icon={Download}>
          {t("testPage")}
        </LinkButton>
      </div>
      {fetcher.state !== "idle" || wrong.length === 0 ? null : (
        <p role="alert" className="mb-3 text-sm text-danger">
          {wrong.map((code) => formText(forms, code)).join(" ")}
        </p>
      )}
      {token === undefined ? null : (
        <Frame key={token} src={paths.embedPlayback(key.subject.id, { k: token, ...wish })} />
      )}
    </Panel>
  );
}

type LabelledProps = { label: string; isWide?: boolean; children: (id: string) => ReactNode };

function Labelled({ label, isWide = false, children }: LabelledProps) {
  const id = useId();
  return (
    <div className={isWide ? "grid w-80 max-w-full min-w-0 gap-1" : "grid min-w-0 gap-1"}>
      <label htmlFor={id} className="text-xs text-ink-muted">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

function Frame({ src }: { src: string }) {
  const { t } = useTranslation("developer");
  const frame = useRef<HTMLIFrameElement>(null);
  const [said, setSaid] = useState<string[]>([]);
  const send = useCallback(
    (context: string, method: string, value?: string) =>
      frame.current?.contentWindow?.postMessage(
        JSON.stringify({ context, version: context === "parley" ? 1 : "0.0.11", method, value }),
        window.location.origin,
      ),
    [],
  );
  useEffect(() => {
    const hear = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow || typeof event.data !== "string") return;
      const text = event.data;
      if (!OURS.test(text)) return;
      setSaid((before) => [text, ...before].slice(0, MOST_MESSAGES));
      if (READY.test(text)) for (const name of EVENTS) send("player.js", "addEventListener", name);
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, [send]);
  return (
    <div className="grid gap-3">
      <iframe
        ref={frame}
        src={src}
        title={t("frame")}
        height={360}
        allow="autoplay; fullscreen"
        className="w-full max-w-[640px] rounded-panel"
      />
      <div className="flex flex-wrap gap-2">
        {METHODS.map(([context, method]) => (
          <Button
            key={method}
            size="small"
            aria-label={t("send", { method })}
            onClick={() => send(context, method)}
          >
            {method}
          </Button>
        ))}
      </div>
      <div
        role="log"
        aria-label={t("messages")}
        // A block that scrolls is reached by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-48 overflow-auto rounded-control bg-surface-sunken px-3 py-2 font-mono text-xs"
      >
        {said.length === 0 ? t("noMessages") : null}
        {said.map((text, at) => (
          <p key={said.length - at} className="wrap-anywhere">
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}
