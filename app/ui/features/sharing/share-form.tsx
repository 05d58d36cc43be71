import { useFetcher } from "@remix-run/react";
import { Link2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { CallLinksView } from "#app/core/pages/call-links.server.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Choice } from "./choice.tsx";
import type { ShareAnswer } from "./share-answer.ts";
import { MadeLink } from "./made-link.tsx";
import { RangeFields } from "./range-fields.tsx";
import { LeftOut } from "./share-list.tsx";
import { SharePreview } from "./share-preview.tsx";
import { placesOf, type ShareSubject } from "./share-subject.ts";
import { Codes, Expiry, Group, Labelled, SHOWN, type Shown, Tick } from "./share-fields.tsx";

type Props = {
  subject: ShareSubject;
  view: CallLinksView;
  /** Chosen in the words; null: the whole call until somebody chooses. */
  start: RangeMs | null;
  onMade: () => void;
  onClose: () => void;
};

/** The form is its own confirmation: its button names who will be able to open the link. */
export function ShareForm({ subject, view, start, onMade, onClose }: Props) {
  const { t } = useTranslation("share");
  const { policy, durationMs, canMail } = view;
  const fetcher = useFetcher<ShareAnswer>();
  const isReadOnly = useReadOnly();
  const [range, setRange] = useState<RangeMs | null>(start);
  const [shown, setShown] = useState<Shown>({
    ...{ names: true, transcript: true, summary: false, download: false },
  });
  const [isForPeople, setForPeople] = useState(canMail);
  const [isEmbedded, setEmbedded] = useState(false);
  const [hasWhys, setWhys] = useState(false);
  const [addresses, setAddresses] = useState("");
  const count = new Set(addresses.split(/[\s,;]+/).filter((one) => one !== "")).size;
  const answer = fetcher.data;
  const made = answer?.ok === true && answer.urlPath !== undefined ? answer.urlPath : null;
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (made === null || told.current === made) return;
    told.current = made;
    onMade();
  }, [made, onMade]);
  if (made !== null)
    return <MadeLink url={`${window.location.origin}${paths.shared(made)}`} onClose={onClose} />;
  const isPeopleOnly = policy.needs === "email";
  return (
    <fetcher.Form method="post" action={placesOf(subject).action} className="grid gap-4">
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
              <RangeFields durationMs={durationMs} range={range} onChange={setRange} />
              <Codes answer={answer} field="t1Ms" />
            </Group>
          ) : (
            <p className="text-sm text-ink-soft">{t(`${subject.kind}.follows`)}</p>
          )}
          {view.library === null ? null : <LeftOut leftOut={view.library.leftOut} />}
          <Group title={t("also")}>
            <div className="grid gap-1.5 tablet:grid-cols-2">
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
            <Codes answer={answer} field="embed" />
          </Group>
          <Group title={t("who")}>
            <Choice
              label={t("open")}
              options={[
                [
                  t("people"),
                  isForPeople,
                  !canMail,
                  () => {
                    setForPeople(true);
                    setEmbedded(false);
                  },
                ],
                [t("anyone"), !isForPeople, isPeopleOnly, () => setForPeople(false)],
              ]}
            />
            {canMail ? null : <p className="text-xs text-ink-muted">{t("mailOff")}</p>}
            {isPeopleOnly ? <p className="text-xs text-ink-muted">{t("needsEmail")}</p> : null}
            {isForPeople ? (
              <Labelled
                label={t("addresses")}
                hint={t("addressesHint")}
                answer={answer}
                field="addresses"
              >
                {(props) => (
                  <textarea
                    {...props}
                    rows={2}
                    inputMode="email"
                    value={addresses}
                    onChange={(event) => setAddresses(event.target.value)}
                    className={controlLook({ className: "w-full resize-y" })}
                  />
                )}
              </Labelled>
            ) : null}
            <Expiry maxDays={policy.maxDays} />
            {isEmbedded ? null : (
              <Labelled
                label={t("password")}
                hint={t(policy.needs === "password" ? "needsPassword" : "passwordHint")}
                answer={answer}
                field="password"
              >
                {(props) => (
                  <input
                    {...props}
                    type="text"
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                    maxLength={128}
                    className={controlLook({ className: "w-full font-mono" })}
                  />
                )}
              </Labelled>
            )}
            <details>
              <summary className="inline-flex min-h-6 items-center text-sm text-link">
                {t("more")}
              </summary>
              <div className="mt-2 grid gap-3">
                {isEmbedded ? null : (
                  <Labelled
                    label={t("maxViews")}
                    hint={t("maxViewsHint")}
                    answer={answer}
                    field="maxViews"
                  >
                    {(props) => (
                      <input
                        {...props}
                        inputMode="numeric"
                        maxLength={5}
                        className={controlLook({ className: "w-24 font-mono" })}
                      />
                    )}
                  </Labelled>
                )}
                <Tick name="watermark" />
                <Labelled label={t("message")} answer={answer} field="message">
                  {(props) => (
                    <textarea
                      {...props}
                      rows={3}
                      maxLength={1_000}
                      className={controlLook({ className: "w-full resize-y" })}
                    />
                  )}
                </Labelled>
              </div>
            </details>
          </Group>
        </div>
        <SharePreview {...{ subject, view, range, shown }} hasWhys={hasWhys} />
      </div>
      <Codes answer={answer} field="" />
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
