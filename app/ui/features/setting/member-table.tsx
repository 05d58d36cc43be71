import type { ReactNode } from "react";
import { Form } from "@remix-run/react";
import type { MemberQuery, MemberRow, TeamRow } from "#app/core/domain/member/member-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { OpenableTable } from "#app/ui/components/primitive/openable-table.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { Cell, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { teamOptions } from "./team-options.ts";

/** Name or address, role, state, team. */
export function MemberFilters({ query, teams }: { query: MemberQuery; teams: TeamRow[] }) {
  const { t } = useTranslation("member");
  const { t: shell } = useTranslation("shell");
  const any = { value: "", label: t("any") };
  return (
    <ListForm action={paths.settingMember()} isSearch look="flex flex-wrap items-end gap-3 text-sm">
      <label className="grid gap-1">
        {t("search")}
        <input
          type="search"
          name="q"
          defaultValue={query.q}
          maxLength={100}
          className={controlLook({})}
        />
      </label>
      <label className="grid gap-1">
        {t("column.role")}
        <Select
          name="role"
          width="hug"
          defaultValue={query.role ?? ""}
          options={[
            any,
            ...(["admin", "manager", "rep"] as const).map((value) => ({
              value,
              label: shell(`role.${value}`),
            })),
          ]}
        />
      </label>
      <label className="grid gap-1">
        {t("column.state")}
        <Select
          name="state"
          width="hug"
          defaultValue={query.state ?? ""}
          options={[
            any,
            ...(["active", "invited", "deactivated"] as const).map((value) => ({
              value,
              label: t(`state.${value}`),
            })),
          ]}
        />
      </label>
      <label className="grid gap-1">
        {t("column.team")}
        <Select
          name="team"
          width="hug"
          defaultValue={query.team ?? ""}
          options={teamOptions(teams, t("any"))}
        />
      </label>
      <Button type="submit">{t("filter")}</Button>
    </ListForm>
  );
}

type Props = {
  members: MemberRow[];
  next: string | null;
  query: MemberQuery;
  canManage: boolean;
  /** Whose row is open, and what it shows. */
  opened: { id: string; form: ReactNode } | null;
};

/** One row per colleague; what can be done with one opens under their row. */
export function MemberTable({ members, next, query, canManage, opened }: Props) {
  const { t } = useTranslation("member");
  const { t: setting } = useTranslation("setting");
  const clear = <LinkButton to={paths.settingMember()}>{t("clear")}</LinkButton>;
  const columns = [
    t("column.name"),
    t("column.role"),
    t("column.team"),
    t("column.scope"),
    t("column.factor"),
    t("column.active"),
    t("column.state"),
    null,
  ];
  return (
    <OpenableTable
      caption={t("title")}
      columns={columns}
      rows={members}
      empty={<EmptyState title={t("emptyTitle")} why={t("empty")} action={clear} />}
      pager={{
        after: query.after,
        next,
        urlOf: (after) => paths.settingMember({ ...query, after }),
      }}
      opened={{ id: opened?.id ?? null, label: setting("edit"), form: () => opened?.form }}
    >
      {(member) => <MemberLine member={member} canManage={canManage} />}
    </OpenableTable>
  );
}

function MemberLine({ member, canManage }: { member: MemberRow; canManage: boolean }) {
  const { t } = useTranslation("member");
  const { t: setting } = useTranslation("setting");
  const { t: shell } = useTranslation("shell");
  const { time } = useFormat();
  const { id, name, email, role, team, scope, state, hasFactor, lastActiveAt } = member;
  return (
    <Row>
      <NameCell note={email}>
        {canManage ? (
          <TextLink to={paths.editMember(id)} tone="name">
            {name}
          </TextLink>
        ) : (
          name
        )}
      </NameCell>
      <Cell>{shell(`role.${role}`)}</Cell>
      <Cell>{team}</Cell>
      <Cell phone="hide">{role === "rep" ? null : t(`scope.${scope}`)}</Cell>
      <Cell phone="hide">{hasFactor ? t("yes") : t("no")}</Cell>
      <Cell phone="hide">{lastActiveAt === null ? t("never") : <Moment iso={lastActiveAt} />}</Cell>
      <Cell>
        <Tag tone={state === "active" ? "ok" : state === "invited" ? "plain" : "warn"}>
          {t(`state.${state}`)}
        </Tag>
        {(["change", "deactivate", "reactivate"] as const).map((intent) => (
          <SavedNote key={intent} intent={intent} about={id} />
        ))}
        <SavedNote intent="resend" about={id}>
          {({ at }) => t("resent", { time: time(at) })}
        </SavedNote>
      </Cell>
      <Cell phone="line">
        <span className="flex items-center justify-end gap-3">
          {state === "invited" ? (
            <Form method="post" className="flex gap-1.5">
              <input type="hidden" name="memberId" value={id} />
              <RowButton intent="resend" label={t("resendTo", { name })}>
                {t("resend")}
              </RowButton>
              <RowButton intent="uninvite" label={t("uninviteOf", { name })} tone="danger">
                {t("uninvite")}
              </RowButton>
            </Form>
          ) : null}
          {canManage ? (
            <TextLink to={paths.editMember(id)} aria-label={t("editOf", { name })}>
              {setting("edit")}
            </TextLink>
          ) : null}
        </span>
      </Cell>
    </Row>
  );
}
