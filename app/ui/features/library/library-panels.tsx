import { Form } from "@remix-run/react";
import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import { heightOf } from "#app/core/domain/library/folder-tree.ts";
import { changeLibraryForm } from "#app/core/domain/library/library.schema.ts";
import { LIMITS } from "#app/core/domain/limits.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { DeleteLibrary } from "./delete-library.tsx";
import { RefusalNote } from "./refusal-note.tsx";
import { ChangeRole, Person, RoleForm, RoleQuestion } from "./role-parts.tsx";

type Props = LibraryPageView & { answer: unknown };
const ROLE_INTENTS = ["give_role", "take_back_role"];

/** Who reads the library and who keeps it; for its owners what gives a role, changes it and takes it back. */
export function RolesPanel({ library, folder, roles, choices, role, answer }: Props) {
  const { t } = useTranslation("library");
  const mayManage = library.can.manage;
  return (
    <section aria-labelledby="roles" className="grid gap-2">
      <h2 id="roles" className="mx-2 text-xs font-strong text-ink-muted">
        {t("roles.title")}
      </h2>
      <ul className="grid gap-1 px-2 text-sm">
        <Person name={library.owner} role={t("roles.owner")} />
        {library.team === null ? null : <Person name={library.team} role={t("roles.reader")} />}
        {roles.map((one) => (
          <Person key={one.id} name={one.name} role={t(`roles.${one.level}`)}>
            {mayManage ? <ChangeRole {...{ library, folder }} role={one} /> : null}
          </Person>
        ))}
      </ul>
      {library.kind === "workspace" ? (
        <p className="px-2 text-xs text-ink-muted">{t("roles.everyone")}</p>
      ) : null}
      <RefusalNote answer={answer} intents={ROLE_INTENTS} />
      {mayManage && role !== null ? <RoleQuestion {...{ library, folder, role }} /> : null}
      {mayManage && choices.length > 0 ? (
        <RoleForm {...{ library, folder, choices, role }} />
      ) : null}
      <span className="px-2">
        <SavedNote intent="give_role">
          {({ facts }) =>
            t("roles.given", { opened: facts["opened"] ?? "0", closed: facts["closed"] ?? "0" })
          }
        </SavedNote>
      </span>
    </section>
  );
}

/** Folders are made, named, laid into one another and removed here, below what they hold. */
export function FolderForms({ folders }: Props) {
  const { t } = useTranslation("library");
  return (
    <Panel title={t("folders.label")}>
      <div className="grid gap-3">
        {folders.map((folder) => (
          <Form
            key={`${folder.id} ${folder.name} ${folder.parentId}`}
            method="post"
            aria-label={t("folders.of", { name: folder.path })}
            className="flex flex-wrap items-center gap-2"
            style={{ paddingInlineStart: `${folder.depth * 14}px` }}
          >
            <input type="hidden" name="folderId" value={folder.id} />
            <FolderName label={t("folders.name")} name={folder.name} />
            <Inside folders={folders} folder={folder} />
            <RowButton intent="change_folder" label={`${t("folders.save")}: ${folder.name}`}>
              {t("folders.save")}
            </RowButton>
            <RowButton
              intent="remove_folder"
              tone="quiet"
              label={`${t("folders.remove")}: ${folder.name}`}
            >
              {t("folders.remove")}
            </RowButton>
          </Form>
        ))}
        {folders.length === 0 ? null : (
          <p className="text-xs text-ink-muted">{t("folders.removeNote")}</p>
        )}
        <Form key={folders.length} method="post" className="flex flex-wrap items-center gap-2">
          <FolderName label={t("folders.new")} />
          <Inside folders={folders} />
          <FormButton tone="plain" size="small" name="intent" value="make_folder">
            {t("folders.make")}
          </FormButton>
        </Form>
      </div>
    </Panel>
  );
}

function FolderName({ label, name }: { label: string; name?: string }) {
  const { t } = useTranslation("library");
  return (
    <input
      name="name"
      aria-label={label}
      placeholder={t("folders.name")}
      required
      maxLength={80}
      {...(name !== undefined && { defaultValue: name })}
      className={controlLook({ size: "small", className: "w-60" })}
    />
  );
}

/** In which folder it lies: one that is not its own, and that has a level left. */
function Inside({
  folders,
  folder,
}: {
  folders: Props["folders"];
  folder?: Props["folders"][number];
}) {
  const { t } = useTranslation("library");
  const levels = folder === undefined ? 1 : heightOf(folders, folder);
  const fit = folders.filter(
    ({ id, depth }) =>
      folder?.within.includes(id) !== true && depth + 1 + levels <= LIMITS.libraryFolderDepth,
  );
  if (fit.length === 0) return null;
  return (
    <Select
      name="parentId"
      size="small"
      width="hug"
      aria-label={t("folders.inside")}
      defaultValue={folder?.parentId ?? ""}
      options={[
        { value: "", label: t("folders.inNone") },
        ...fit.map(({ id, path }) => ({ value: id, label: path })),
      ]}
    />
  );
}

/** Name, purpose and end of a library, for its owner. */
export function LibrarySettings({ library, items, workingLinks, answer }: Props) {
  const { t } = useTranslation("library");
  const form = useParleyForm(changeLibraryForm, {
    id: "change-library",
    refusal: refusalOf(answer, "change_library"),
    defaultValue: { name: library.name, description: library.description },
  });
  const labels = { name: t("new.name"), description: t("new.description") };
  return (
    <Panel title={t("settings.title")}>
      <div className="grid gap-4">
        <Form method="post" {...form.props} className="grid gap-4">
          <ErrorSummary form={form} labels={labels} />
          <input type="hidden" name="version" value={library.version} />
          <div className="grid gap-4 desk:grid-cols-2">
            <TextField field={form.fields.name} label={labels.name} maxLength={80} />
            <TextField
              field={form.fields.description}
              label={labels.description}
              maxLength={280}
              isOptional
            />
          </div>
          <div className="flex items-center gap-3">
            <FormButton tone="plain" name="intent" value="change_library">
              {t("settings.save")}
            </FormButton>
            <SavedNote intent="change_library" />
          </div>
        </Form>
        <div>
          <DeleteLibrary {...{ library, items, workingLinks }} />
        </div>
      </div>
    </Panel>
  );
}
