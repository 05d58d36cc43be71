import { useFetcher } from "@remix-run/react";
import { Link2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { CallLinksView } from "#app/core/pages/call-links.server.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { codesAt, codesBeside, type ShareAnswer } from "./share-answer.ts";
import { MadeLink } from "./made-link.tsx";
import { OFFERED_MS, RangeFields } from "./range-fields.tsx";
import { LeftOut } from "./share-list.tsx";
import { SharePreview } from "./share-preview.tsx";
import { placesOf, type ShareSubject } from "./share-subject.ts";
import { useFirstMistake } from "./use-first-mistake.ts";
import { Codes, Group, Labelled, SHOWN, type Shown, Tick } from "./share-fields.tsx";
import { countAddresses, ShareAudience } from "./share-audience.tsx";

type Props = {
  subject: ShareSubject;
  view: CallLinksView;
  /** Chosen in the words or in the player; null: the whole call until another part is chosen. */
  start: RangeMs | null;
  onMade: () => void;
  onClose: () => void;
};

/** What the form says beside its fields, and what is wrong with one of them. */
const FIELDS = ["title", "t1Ms", "embed", "addresses", "password", "maxViews", "message"] as const;

/** The form is its own confirmation: its button names who will be able to open the link. */
export function ShareForm({ subject, view, start, onMade, onClose }: Props) {
  const { t } = useTranslation("share");
  const { policy, durationMs, canMail } = view;
  const fetcher = useFetcher<ShareAnswer>();
  const isReadOnly = useReadOnly();
  const [title, setTitle] = useState(view.title);
  const isPart = subject.kind === "call" && !policy.mayWhole;
  const [range, setRange] = useState<RangeMs | null>(
    start ?? (isPart ? { t0Ms: 0, t1Ms: Math.min(durationMs, OFFERED_MS) } : null),
  );
  const [shown, setShown] = useState<Shown>({
    ...{ names: true, transcript: true, summary: false, download: false },
  });
  const [isForPeople, setForPeople] = useState(canMail);
  const [isEmbedded, setEmbedded] = useState(false);
  const [hasWhys, setWhys] = useState(false);
  const [addresses, setAddresses] = useState("");
  const [message, setMessage] = useState("");
  const count = countAddresses(addresses);
  const answer = fetcher.data;
  const form = useFirstMistake(answer);
  const made = answer?.ok === true && answer.urlPath !== undefined ? answer.urlPath : null;
  const announced = useRef<string | null>(null);
  useEffect(() => {
    if (made === null || announced.current === made) return;
    announced.current = made;
    onMade();
  }, [made, onMade]);
  if (made !== null)
    return (
      <MadeLink
        url={view.links.find(({ linkId }) => linkId === answer?.linkId)?.url ?? null}
        urlPath={made}
        onClose={onClose}
      />
    );
  return (
    <fetcher.Form ref={form} method="post" action={placesOf(subject).action} className="grid gap-4">
      <input type="hidden" name="intent" value="make_link" />
      <input type="hidden" name="audience" value={isForPeople ? "people" : "anyone"} />
      {view.clip === null ? null : (
        <input type="hidden" name="revision" value={view.clip.revision} />
      )}
      {view.library === null ? null : (
        <input type="hidden" name="stamp" value={view.library.stamp} />
      )}
      {range === null ? null : (
        <>
          <input type="hidden" name="t0Ms" value={range.t0Ms} />
          <input type="hidden" name="t1Ms" value={range.t1Ms} />
        </>
      )}
      <div className="grid gap-5 desk:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="grid content-start gap-4">
          {subject.kind === "call" ? (
            <Group title={t("what")}>
              <RangeFields
                {...{ durationMs, range }}
                {...{ mayWhole: policy.mayWhole, mayPart: policy.mayPart }}
                onChange={setRange}
              />
              <Codes codes={codesAt(answer, "t1Ms")} field="t1Ms" />
            </Group>
          ) : (
            <p className="text-sm text-ink-soft">{t(`${subject.kind}.follows`)}</p>
          )}
          {view.library === null ? null : <LeftOut leftOut={view.library.leftOut} />}
          <Labelled label={t("ownTitle")} answer={answer} field="title">
            {(props) => (
              <input
                {...props}
                value={title}
                maxLength={200}
                onChange={(event) => setTitle(event.target.value)}
                className={controlLook({ className: "w-full" })}
              />
            )}
          </Labelled>
          <Group title={t("also")}>
            <div className="grid gap-1.5 desk:grid-cols-2">
              {SHOWN.filter((name) => subject.kind === "call" || name !== "summary").map((name) => (
                <Tick
                  key={name}
                  name={name}
                  isOn={shown[name]}
                  isOff={name === "download" && !policy.mayDownload}
                  onChange={(isOn) => setShown({ ...shown, [name]: isOn })}
                />
              ))}
              {view.library === null ? null : (
                <Tick name="whys" isOn={hasWhys} onChange={setWhys} />
              )}
              {policy.embed === "off" ? null : (
                <Tick
                  name="embed"
                  isOn={isEmbedded}
                  isOff={isForPeople || policy.needs !== "nothing"}
                  hint={t(isForPeople ? "embedForPeople" : "embedHint")}
                  onChange={setEmbedded}
                />
              )}
            </div>
            <Codes codes={codesAt(answer, "embed")} field="embed" />
          </Group>
          <ShareAudience
            {...{ view, answer, isForPeople, isEmbedded, addresses, message }}
            onForPeople={(isOnly) => {
              setForPeople(isOnly);
              if (isOnly) setEmbedded(false);
            }}
            onAddresses={setAddresses}
            onMessage={setMessage}
          />
        </div>
        <SharePreview
          {...{ subject, view, range, shown, hasWhys, message }}
          title={title.trim() === "" ? view.title : title}
        />
      </div>
      <Codes codes={codesBeside(answer, FIELDS)} />
      <div className="sticky -bottom-4 z-10 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface-raised py-3">
        <span className="mr-auto text-xs text-ink-muted">{t("logged")}</span>
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
          {!isForPeople ? t("createOpen") : count === 0 ? t("createFor") : t("create", { count })}
        </Button>
      </div>
    </fetcher.Form>
  );
}
