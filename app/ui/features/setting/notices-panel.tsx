import { Form } from "@remix-run/react";
import {
  mailChoiceOf,
  type NoticePreferences,
} from "#app/core/domain/notification/notice-choices.ts";
import {
  MAIL_CHOICES,
  type MailChoice,
  type NoticeKind,
  ruleOf,
} from "#app/core/domain/notification/notices.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";

type Props = {
  /** Those that the reader may be told of. */
  kinds: readonly NoticeKind[];
  choices: NoticePreferences["choices"];
};

/** When each kind of notice is e-mailed. In the product itself all of them are shown; those of security are always mailed. */
export function NoticesPanel({ kinds, choices }: Props) {
  const { t } = useTranslation("general");
  const { t: setting } = useTranslation("setting");
  return (
    <section id="notifications" className="scroll-mt-4">
      <Panel title={t("notices.title")}>
        <p className="mb-2 max-w-prose text-sm text-ink-muted">{t("notices.note")}</p>
        <Form method="post" className="grid max-w-3xl gap-4">
          <ul className="divide-y divide-line">
            {kinds.map((kind) => (
              <li key={kind} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-sm">
                {ruleOf(kind).isFixed === true ? (
                  <>
                    <span className="min-w-0 flex-1 basis-56">{t(`notices.kind.${kind}`)}</span>
                    <span className="basis-64 text-ink-muted">{t("notices.fixed")}</span>
                  </>
                ) : (
                  <ChoiceOf kind={kind} chosen={mailChoiceOf(kind, choices)} />
                )}
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-3">
            <FormButton tone="plain" name="intent" value="notices">
              {setting("save")}
            </FormButton>
            <SavedNote intent="notices" />
          </div>
        </Form>
      </Panel>
    </section>
  );
}

function ChoiceOf({ kind, chosen }: { kind: NoticeKind; chosen: MailChoice }) {
  const { t } = useTranslation("general");
  const id = `mail-${kind}`;
  return (
    <>
      <label htmlFor={id} className="min-w-0 flex-1 basis-56">
        {t(`notices.kind.${kind}`)}
      </label>
      <span className="basis-64">
        <Select
          // What was saved, also after the browser went back to the page.
          key={chosen}
          id={id}
          name={kind}
          size="small"
          defaultValue={chosen}
          options={MAIL_CHOICES.map((value) => ({ value, label: t(`notices.mail.${value}`) }))}
        />
      </span>
    </>
  );
}
