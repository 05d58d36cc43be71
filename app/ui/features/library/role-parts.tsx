import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import { LIBRARY_LEVELS } from "#app/core/domain/library/library.schema.ts";
import type { RolePreview, RoleView } from "#app/core/domain/library/library-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

type PersonProps = { name: string; role: string; children?: ReactNode };

export function Person({ name, role, children }: PersonProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-0.5">
      <Face name={name} />
      <bdi className="min-w-0 grow wrap-anywhere">{name}</bdi>
      <span className="text-xs text-ink-muted">{role}</span>
      {children}
    </li>
  );
}

type Place = Pick<LibraryPageView, "library" | "folder">;

/** Another role for a person or a team, which is asked about first, or none. */
export function ChangeRole({ library, folder, role }: Place & { role: RoleView }) {
  const { t } = useTranslation("library");
  const { id, grantee, name, isTeam, level } = role;
  return (
    <details className="basis-full ps-[34px] text-xs">
      <summary
        className="words-link w-fit cursor-pointer text-link"
        aria-label={t(isTeam ? "roles.changeOfTeam" : "roles.changeOf", { name })}
      >
        {t("roles.change")}
      </summary>
      <ul className="mt-1 grid gap-1">
        {LIBRARY_LEVELS.filter((other) => other !== level).map((other) => (
          <li key={other}>
            <TextLink
              to={paths.library(library.id, { folder, role: grantee, level: other })}
              preventScrollReset
              aria-label={`${t(`roles.make.${other}`)}: ${name}`}
            >
              {t(`roles.make.${other}`)}
            </TextLink>
          </li>
        ))}
        <li>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="roleId" value={id} />
            <RowButton
              intent="take_back_role"
              label={t(isTeam ? "roles.takeBackOfTeam" : "roles.takeBackOf", { name })}
            >
              {t("roles.takeBack")}
            </RowButton>
          </Form>
        </li>
      </ul>
    </details>
  );
}

type QuestionProps = Place & { role: RolePreview };

/** What a role does, before it is given. */
export function RoleQuestion({ library, folder, role }: QuestionProps) {
  const { t } = useTranslation("library");
  const { grantee, name, level, before, readers, opens, stays } = role;
  const region = useRef<HTMLElement>(null);
  // The link or button that asked for it is above or below, and the page keeps its place.
  useEffect(() => region.current?.focus(), [grantee, level]);
  const title = t("roles.as", { name, level: t(`roles.${level}`) });
  const isPersonal = library.kind === "personal";
  return (
    <section
      ref={region}
      tabIndex={-1}
      data-quiet-focus
      aria-label={title}
      className="mx-2 grid gap-1.5 rounded-panel border border-line bg-surface-raised p-3 text-sm"
    >
      <h3 className="font-strong wrap-anywhere">{title}</h3>
      {before === null ? null : (
        <p className="text-xs text-ink-muted">
          {t("roles.before", { level: t(`roles.${before}`) })}
        </p>
      )}
      {readers === 0 ? null : <p>{t("roles.readers", { count: readers })}</p>}
      {isPersonal ? (
        <p>{t("roles.kind.personal")}</p>
      ) : (
        <>
          {opens > 0 ? (
            <p>{t("roles.opens", { count: opens })}</p>
          ) : stays === 0 ? (
            <p>{t("roles.opensNothing")}</p>
          ) : null}
          {stays === 0 ? null : <p>{t("roles.stays", { count: stays })}</p>}
        </>
      )}
      <Form method="post" preventScrollReset className="mt-1 flex flex-wrap gap-2">
        <input type="hidden" name="grantee" value={grantee} />
        <input type="hidden" name="level" value={level} />
        <input type="hidden" name="opens" value={opens} />
        <FormButton name="intent" value="give_role">
          {t(before === null ? "roles.giveIt" : "roles.changeIt")}
        </FormButton>
        <LinkButton tone="quiet" to={paths.library(library.id, { folder })} preventScrollReset>
          {t("add.cancel")}
        </LinkButton>
      </Form>
    </section>
  );
}

type FormProps = Place & Pick<LibraryPageView, "choices" | "role">;

/** Asks what a role would do; it is given by the question that answers. */
export function RoleForm({ library, folder, choices, role }: FormProps) {
  const { t } = useTranslation("library");
  return (
    // Once it has asked, it is closed, so that the question is the one next step.
    <details key={`${role?.grantee} ${role?.level}`} className="px-2 text-sm">
      <summary className="cursor-pointer font-medium">{t("roles.give")}</summary>
      <ListForm
        action={paths.library(library.id)}
        kept={folder === null ? [] : [["folder", folder]]}
        keepsPlace
        look="mt-2 grid gap-2"
      >
        <label className="grid gap-1 text-xs font-medium" htmlFor="role-grantee">
          {t("roles.who")}
          <Select
            id="role-grantee"
            name="role"
            {...(choices.some(({ id }) => id === role?.grantee) && { defaultValue: role?.grantee })}
            options={choices.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </label>
        <label className="grid gap-1 text-xs font-medium" htmlFor="role-level">
          {t("roles.level")}
          <Select
            id="role-level"
            name="level"
            defaultValue={role?.level ?? "reader"}
            options={LIBRARY_LEVELS.map((value) => ({ value, label: t(`roles.${value}`) }))}
          />
        </label>
        <p className="text-xs text-ink-muted">{t("roles.levelNote")}</p>
        <p className="text-xs text-ink-muted">{t(`roles.kind.${library.kind}`)}</p>
        <div>
          <Button type="submit">{t("roles.show")}</Button>
        </div>
      </ListForm>
    </details>
  );
}
