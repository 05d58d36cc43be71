import { ExternalLink } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { CrmGroupView, CrmWriteView } from "#app/core/domain/crm/crm-views.ts";
import { paths } from "#app/paths.ts";
import { Strip } from "#app/ui/components/instrument/strip.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { useCrmForm } from "./use-crm-form.ts";
import { useCrmText } from "./use-crm-text.ts";

type Props = {
  group: CrmGroupView;
  /** The call is said where the list is of many. */
  hasCall: boolean;
  row: (write: CrmWriteView) => ReactNode;
};

/** The changes of one record that one call made. */
export function CrmGroup({ group, hasCall, row }: Props) {
  const { t, crmOf, objectOf, format } = useCrmText();
  const { recordLabel, recordUrl, title, callId, startedAt, durationMs, strip, company } = group;
  const record = recordLabel ?? t("noRecord");
  // A deal and its task bear the same name.
  const named = [...(hasCall ? [title] : []), record, objectOf(group)];
  const ready = group.writes.filter(
    ({ state, canDecide, proposed }) => state === "in_review" && canDecide && proposed !== null,
  );
  return (
    <section
      aria-label={named.join(", ")}
      className="rounded-panel border border-line bg-surface-raised"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3">
        {hasCall ? (
          <>
            <div className="min-w-0 grow basis-52">
              <h2 className="text-sm font-strong wrap-anywhere">
                <TextLink tone="name" to={paths.playback(callId, { tab: "crm" })}>
                  <bdi>{title}</bdi>
                </TextLink>
              </h2>
              <p className="flex flex-wrap gap-x-2 text-xs text-ink-muted">
                {company === null ? null : <span>{company}</span>}
                {startedAt === null ? null : <Moment iso={startedAt} style="whenInZone" />}
                {durationMs === null ? null : (
                  <span className="font-mono">{format.duration(durationMs)}</span>
                )}
              </p>
            </div>
            {strip === null ? null : <Strip strip={strip} talkRatio={null} />}
          </>
        ) : null}
        <div className={`min-w-0 text-sm ${hasCall ? "sm:text-right" : "grow"}`}>
          <b className="block font-strong wrap-anywhere">{record}</b>
          <span className="text-xs text-ink-muted">
            {recordUrl === null ? (
              objectOf(group)
            ) : (
              <a
                href={recordUrl}
                target="_blank"
                rel="noreferrer"
                className="inline-flex items-center gap-1 underline underline-offset-2"
              >
                {t("open", { crm: crmOf(group) })}
                <Icon of={ExternalLink} />
              </a>
            )}
          </span>
        </div>
        {ready.length > 1 ? <AcceptAll group={group} record={record} ready={ready} /> : null}
      </header>
      <ul>{group.writes.map(row)}</ul>
    </section>
  );
}

type AllProps = { group: CrmGroupView; record: string; ready: readonly CrmWriteView[] };

/** All of a record at once: the one case in which a dialog asks. */
function AcceptAll({ group, record, ready }: AllProps) {
  const { t, crmOf, valueOf } = useCrmText();
  const [isOpen, setOpen] = useState(false);
  const count = ready.length;
  const { Form, action, isBusy, error } = useCrmForm(group.callId, record, () => {
    setOpen(false);
  });
  return (
    <Dialog
      title={t("bulk.title", { count, record })}
      effect={t("bulk.effect", { crm: crmOf(group) })}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" aria-label={t("acceptCountOf", { count, record })}>
          {t("acceptCount", { count })}
        </Button>
      }
    >
      <ul className="mb-3 grid gap-1 text-sm">
        {ready.map((write) => (
          <li key={write.id} className="wrap-anywhere">
            {write.fieldLabel}:{" "}
            <span className="font-medium">{valueOf(write, write.after ?? write.proposed)}</span>
          </li>
        ))}
      </ul>
      <Form method="post" action={action} className="flex flex-wrap justify-end gap-2">
        <input type="hidden" name="intent" value="accept_all" />
        <input type="hidden" name="writeIds" value={ready.map(({ id }) => id).join(",")} />
        {error === null ? null : (
          <p role="alert" className="mr-auto text-sm text-danger">
            {error}
          </p>
        )}
        <Button
          tone="quiet"
          onClick={() => {
            setOpen(false);
          }}
        >
          {t("cancel")}
        </Button>
        <FormButton isBusy={isBusy} busyText={t("saving")}>
          {t("bulk.confirm", { count })}
        </FormButton>
      </Form>
    </Dialog>
  );
}
