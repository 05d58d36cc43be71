import { useFetcher } from "@remix-run/react";
import { Link2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ClipTerms, SharedClip, UnsharedClip } from "#app/core/domain/share/link-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { CopyLink } from "#app/ui/components/primitive/copy-link.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { LinksFailed } from "./links-failed.tsx";
import { codesBeside, type ShareAnswer } from "./share-answer.ts";
import { ShareAudience } from "./share-audience.tsx";
import type { ChosenClip } from "./share-clips.tsx";
import { Codes, Group, SHOWN, Tick } from "./share-fields.tsx";
import { useFirstFocus } from "./use-first-focus.ts";
import { useFirstMistake } from "./use-first-mistake.ts";

type Answer = ShareAnswer & { shared?: SharedClip[]; unshared?: UnsharedClip[] };
type Props = { clips: readonly ChosenClip[]; onClose: () => void };

/** Gives each of several clips a link of its own, all on the same terms. Open as long as it is there. */
export default function ShareClipsDialog({ clips, onClose }: Props) {
  const { t } = useTranslation("share");
  const { view, hasFailed, reload } = useClipTerms();
  const fetcher = useFetcher<Answer>();
  const { shared, unshared } = fetcher.data ?? {};
  const content = useFirstFocus(view !== undefined);
  return (
    <Dialog
      title={
        view ? t("many.title", { count: clips.length, workspace: view.workspace }) : t("loading")
      }
      size="wide"
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      {view === undefined && hasFailed ? <LinksFailed onRetry={reload} /> : null}
      {view === undefined ? null : (
        <div ref={content} className="min-w-0">
          {shared !== undefined ? (
            <Made {...{ clips, shared, onClose }} unshared={unshared ?? []} />
          ) : view.refusal === null ? (
            <Terms {...{ clips, view, fetcher, onClose }} />
          ) : (
            <p className="text-sm text-ink-soft">{t(`refusal.${view.refusal}`)}</p>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** What the links may be; where that cannot be loaded, the page around the dialog stays. */
function useClipTerms() {
  const [loaded, setLoaded] = useState<{ view?: ClipTerms; hasFailed: boolean }>({
    hasFailed: false,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const mine = new AbortController();
    readTerms(mine.signal).then(
      (view) => setLoaded({ view, hasFailed: false }),
      () => {
        if (!mine.signal.aborted) setLoaded({ hasFailed: true });
      },
    );
    return () => mine.abort();
  }, [round]);
  return { ...loaded, reload: () => setRound(round + 1) };
}

async function readTerms(signal: AbortSignal): Promise<ClipTerms> {
  const answer = await fetch(paths.clipsLinks(), { signal });
  if (!answer.ok) throw new Error(String(answer.status));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the address answers this and nothing else
  return (await answer.json()) as ClipTerms;
}

type TermsProps = Props & { view: ClipTerms; fetcher: ReturnType<typeof useFetcher<Answer>> };
const FIELDS = ["addresses", "password", "maxViews", "message"] as const;

/** Who can open the links, for how long, and what they show: the form is its own confirmation. */
function Terms({ clips, view, fetcher, onClose }: TermsProps) {
  const { t } = useTranslation("share");
  const isReadOnly = useReadOnly();
  const [isForPeople, setForPeople] = useState(view.canMail);
  const [addresses, setAddresses] = useState("");
  const [message, setMessage] = useState("");
  const answer = fetcher.data;
  const form = useFirstMistake(answer);
  const sent = clips.map(({ id: clipId, revision }) => ({ clipId, revision }));
  return (
    <fetcher.Form ref={form} method="post" action={paths.clipsLinks()} className="grid gap-4">
      <input type="hidden" name="intent" value="make_links" />
      <input type="hidden" name="audience" value={isForPeople ? "people" : "anyone"} />
      <input type="hidden" name="clips" value={JSON.stringify(sent)} />
      <p className="text-sm text-ink-soft">
        {t("many.each")} {t("clip.follows")}
      </p>
      <ul className="list-disc pl-5 text-sm">
        {clips.map(({ id, title }) => (
          <li key={id}>
            <bdi>{title}</bdi>
          </li>
        ))}
      </ul>
      <Group title={t("also")}>
        <div className="grid gap-1.5 desk:grid-cols-3">
          {SHOWN.filter((name) => name !== "summary").map((name) => (
            <Shown key={name} name={name} isOff={name === "download" && !view.policy.mayDownload} />
          ))}
        </div>
      </Group>
      <ShareAudience
        {...{ view, answer, isForPeople, addresses, message }}
        isEmbedded={false}
        onForPeople={setForPeople}
        onAddresses={setAddresses}
        onMessage={setMessage}
      />
      <Codes codes={codesBeside(answer, FIELDS)} />
      <div className="sticky -bottom-4 z-10 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface-raised py-3">
        <span className="mr-auto text-xs text-ink-muted">{t("many.logged")}</span>
        <Button tone="quiet" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button
          type="submit"
          tone="primary"
          icon={Link2}
          busy={fetcher.state !== "idle" && t("creating")}
          disabledReason={isReadOnly}
        >
          {t(isForPeople ? "many.create" : "many.createOpen", { count: clips.length })}
        </Button>
      </div>
    </fetcher.Form>
  );
}

function Shown({ name, isOff }: { name: "names" | "transcript" | "download"; isOff: boolean }) {
  const [isOn, setOn] = useState(name !== "download");
  return <Tick name={name} isOn={isOn} isOff={isOff} onChange={setOn} />;
}

type MadeProps = Props & { shared: readonly SharedClip[]; unshared: readonly UnsharedClip[] };

/** The links, to be copied one by one or all at once, and which clips were left out. */
function Made({ clips, shared, unshared, onClose }: MadeProps) {
  const { t } = useTranslation("share");
  const place = useRef<HTMLParagraphElement>(null);
  // The form it comes from is gone, and the focus with it.
  useEffect(() => place.current?.focus(), []);
  const titleOf = (clipId: string) => clips.find(({ id }) => id === clipId)?.title ?? "";
  const all = shared.map(({ clipId, url }) => `${titleOf(clipId)}\n${url}`).join("\n\n");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p ref={place} tabIndex={-1} data-quiet-focus className="text-base font-medium">
        {t("many.made", { count: shared.length })}{" "}
        {unshared.length === 0 ? null : t("many.leftOutToo", { count: unshared.length })}
      </p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {shared.map(({ clipId, url }) => (
          <li
            key={clipId}
            className="grid grid-cols-[minmax(0,1fr)] gap-0.5 border-b border-line pb-2 text-sm"
          >
            <bdi className="font-medium">{titleOf(clipId)}</bdi>
            <span className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-1 truncate font-mono text-xs text-ink-soft">{url}</span>
              <CopyLink url={url} name={t("many.copyOf", { title: titleOf(clipId) })} />
            </span>
          </li>
        ))}
      </ul>
      {unshared.length === 0 ? null : (
        <div className="text-sm">
          <p className="font-medium text-danger">{t("many.leftOut")}</p>
          <ul className="list-disc pl-5">
            {unshared.map(({ clipId, why }) => (
              <li key={clipId}>
                <bdi>{titleOf(clipId)}</bdi>
                <span className="text-ink-muted"> · {t(`many.why.${why}`)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="flex flex-wrap items-center justify-between gap-2 text-xs text-ink-muted">
        {t("many.logged")}
        <span className="flex items-center gap-2">
          <CopyLink url={all} label={t("many.copyAll")} />
          <Button tone="quiet" onClick={onClose}>
            {t("close")}
          </Button>
        </span>
      </p>
    </div>
  );
}
