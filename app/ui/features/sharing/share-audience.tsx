import type { ClipTerms } from "#app/core/domain/share/link-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Choice } from "./choice.tsx";
import { AddressesField, PasswordField } from "./condition-fields.tsx";
import type { ShareAnswer } from "./share-answer.ts";
import { Expiry, Group, Labelled } from "./share-fields.tsx";

type Props = {
  view: Pick<ClipTerms, "policy" | "canMail">;
  answer: ShareAnswer | undefined;
  isForPeople: boolean;
  isEmbedded: boolean;
  addresses: string;
  message: string;
  onForPeople: (isForPeople: boolean) => void;
  onAddresses: (text: string) => void;
  onMessage: (text: string) => void;
};

/** How many people a text of addresses names. */
export const countAddresses = (text: string): number =>
  new Set(
    text
      .toLowerCase()
      .split(/[\s,;、，；]+/)
      .filter((one) => one !== ""),
  ).size;

/** Who can open a link, for how long, and what else it asks for. */
export function ShareAudience(props: Props) {
  const { t } = useTranslation("share");
  const { view, answer, isForPeople, isEmbedded, addresses, message } = props;
  const { policy, canMail } = view;
  const isPeopleOnly = policy.needs === "email";
  return (
    <Group title={t("who")}>
      <Choice
        label={t("open")}
        options={[
          [t("people"), isForPeople, !canMail, () => props.onForPeople(true)],
          [t("anyone"), !isForPeople, isPeopleOnly, () => props.onForPeople(false)],
        ]}
      />
      {canMail ? null : <p className="text-xs text-ink-muted">{t("mailOff")}</p>}
      {isPeopleOnly ? <p className="text-xs text-ink-muted">{t("needsEmail")}</p> : null}
      {isForPeople ? (
        <AddressesField
          hint={t("addressesHint")}
          answer={answer}
          value={addresses}
          onChange={props.onAddresses}
        />
      ) : null}
      <Expiry maxDays={policy.maxDays} />
      {isEmbedded ? null : (
        <PasswordField
          label={t("password")}
          hint={t(policy.needs === "password" ? "needsPassword" : "passwordHint")}
          answer={answer}
        />
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
              {(attributes) => (
                <input
                  {...attributes}
                  inputMode="numeric"
                  maxLength={5}
                  className={controlLook({ className: "w-24 font-mono" })}
                />
              )}
            </Labelled>
          )}
          <Labelled label={t("message")} answer={answer} field="message">
            {(attributes) => (
              <textarea
                {...attributes}
                rows={3}
                maxLength={1_000}
                value={message}
                onChange={(event) => props.onMessage(event.target.value)}
                className={controlLook({ className: "w-full resize-y" })}
              />
            )}
          </Labelled>
        </div>
      </details>
    </Group>
  );
}
