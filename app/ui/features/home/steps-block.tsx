import { Form } from "@remix-run/react";
import { Square, SquareCheck } from "lucide-react";
import { Fragment } from "react";
import type { HomeStep, HomeSteps } from "#app/core/pages/home-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import type { FirstSteps } from "./first-steps.ts";

/** First steps, ticked by what was done; put away (`shown` is null) they leave the way back to them. */
export function StepsBlock({
  steps: { steps },
  shown,
}: {
  steps: HomeSteps;
  shown: FirstSteps | null;
}) {
  const { t } = useTranslation("home");
  if (shown === null) return <Toggle hides="no" text={t("steps.show")} />;
  const { next, folded, isPrimary } = shown;
  const foldedDone = folded.filter(({ isDone }) => isDone).length;
  const foldedOpen = folded.length - foldedDone;
  const count = steps.filter(({ isDone }) => isDone).length;
  return (
    <Panel
      title={`${t("steps.title")} ${t("steps.done", { n: count, of: steps.length })}`}
      aside={<Toggle hides="yes" text={t("steps.hide")} />}
    >
      <ul className="grid gap-2 text-sm">
        {next.map(({ name, to }, n) => (
          <li key={name} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {to.map(({ does, path }, way) =>
              way === 0 ? (
                <LinkButton key={does} to={path} tone={n === 0 && isPrimary ? "primary" : "plain"}>
                  {t(`steps.does.${does}`)}
                </LinkButton>
              ) : (
                <span key={does}>
                  {t("steps.or")} <TextLink to={path}>{t(`steps.does.${does}`)}</TextLink>
                </span>
              ),
            )}
          </li>
        ))}
      </ul>
      {folded.length === 0 ? null : (
        <details className="mt-2 text-sm">
          <summary className="words-link inline-block min-h-6 cursor-pointer leading-6 text-link">
            {[
              foldedOpen === 0 ? null : t("steps.more", { count: foldedOpen }),
              foldedDone === 0 ? null : t("steps.foldedDone", { count: foldedDone }),
            ]
              .filter((part) => part !== null)
              .join(" · ")}
          </summary>
          <ul className="mt-2 grid gap-2">
            {folded.map((step) => (
              <FoldedStep key={step.name} step={step} />
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

function FoldedStep({ step: { name, to, isDone } }: { step: HomeStep }) {
  const { t } = useTranslation("home");
  return (
    <li className="flex items-center gap-2">
      <Icon of={isDone ? SquareCheck : Square} />
      {isDone ? (
        <span className="text-ink-muted">
          {name === "call" ? t("steps.call") : t(`steps.does.${to[0]?.does ?? name}`)}
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
