import { Form } from "@remix-run/react";
import { Square, SquareCheck } from "lucide-react";
import { Fragment } from "react";
import type { HomeSteps } from "#app/core/pages/home-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** First steps, ticked by what was done; put away they leave the way back to them. */
export function StepsBlock({ steps: { steps, isHidden } }: { steps: HomeSteps }) {
  const { t } = useTranslation("home");
  if (isHidden) return <Toggle hides="no" text={t("steps.show")} />;
  const count = steps.filter(({ isDone }) => isDone).length;
  return (
    <Panel
      title={`${t("steps.title")} ${t("steps.done", { n: count, of: steps.length })}`}
      aside={<Toggle hides="yes" text={t("steps.hide")} />}
    >
      <ul className="grid gap-2 text-sm">
        {steps.map(({ name, to, isDone }) => (
          <li key={name} className="flex items-center gap-2">
            <Icon of={isDone ? SquareCheck : Square} />
            {isDone ? (
              <span className="text-ink-muted">
                {name === "call" ? t("steps.call") : t(`steps.does.${name}`)}
                <span className="sr-only">, {t("steps.isDone")}</span>
              </span>
            ) : (
              <span>
                {to.map(({ does, path }, n) => (
                  <Fragment key={does}>
                    {n === 0 ? null : ` ${t("steps.or")} `}
                    <TextLink to={path}>{t(`steps.does.${does}`)}</TextLink>
                  </Fragment>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Toggle({ hides, text }: { hides: "yes" | "no"; text: string }) {
  return (
    <Form method="post" action={paths.homeForms()} preventScrollReset>
      <input type="hidden" name="hides" value={hides} />
      <FormButton tone="quiet" size="small" name="intent" value="first_steps">
        {text}
      </FormButton>
    </Form>
  );
}
