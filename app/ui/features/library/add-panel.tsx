import type { LibraryPageView } from "#app/core/pages/library.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { AddItem } from "./add-item.tsx";
import { AddMany } from "./add-many.tsx";

type Props = LibraryPageView & { answer: unknown };

/** Finds a call or a clip to add; once it is chosen, says who gains access before anything is given. */
export function AddPanel(props: Props) {
  const { preview, many, folder, isPicking } = props;
  const { t } = useTranslation("library");
  if (many !== null)
    return (
      <Panel title={t("many.title", { count: many.count + many.there })}>
        <AddMany {...props} many={many} />
      </Panel>
    );
  if (preview !== null)
    return (
      <Panel title={t("add.panel", { title: preview.source.title })}>
        <AddItem key={`${preview.source.id} ${folder}`} {...props} preview={preview} />
      </Panel>
    );
  if (!isPicking) return null;
  return (
    <Panel title={t("add.title")}>
      <Search {...props} />
    </Panel>
  );
}

/** What the panel keeps in the address while a search stays empty. */
const OPEN = ["panel", "add"] as const;

function Search({ library, folder, found, q }: Props) {
  const { t } = useTranslation("library");
  const { t: common } = useTranslation("common");
  return (
    <>
      <ListForm
        action={paths.library(library.id)}
        kept={folder === null ? [OPEN] : [OPEN, ["folder", folder]]}
        isSearch
        look="flex flex-wrap gap-2"
      >
        <input
          type="search"
          name="q"
          aria-label={t("add.search")}
          placeholder={t("add.search")}
          maxLength={120}
          defaultValue={q}
          // The reader came here to look for something.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          className={controlLook({ size: "small", className: "w-60 max-w-full" })}
        />
        <Button type="submit">{t("add.find")}</Button>
        <LinkButton tone="quiet" to={paths.library(library.id, { folder })}>
          {common("close")}
        </LinkButton>
      </ListForm>
      {found === null ? null : found.length === 0 ? (
        <p className="mt-3 text-sm text-ink-muted">{t("add.none")}</p>
      ) : (
        <ul className="mt-3 divide-y divide-line text-sm">
          {found.map(({ kind, id, title }) => (
            <li key={id} className="flex items-center gap-3 py-1.5">
              <bdi className="min-w-0 grow wrap-anywhere">{title}</bdi>
              <span className="text-xs text-ink-muted">{t(`item.${kind}.name`)}</span>
              <TextLink
                to={paths.library(library.id, {
                  folder,
                  [kind === "clip" ? "clip" : "add"]: id,
                })}
                aria-label={t("add.chooseOf", { title })}
              >
                {t("add.choose")}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
