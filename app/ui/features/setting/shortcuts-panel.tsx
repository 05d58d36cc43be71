import { useTranslation } from "#app/i18n/translation.tsx";
import { Key } from "#app/ui/components/primitive/key.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { SELECTION_KEYS } from "#app/ui/components/primitive/selection-keys.ts";
import { PLAYER_KEYS } from "#app/ui/features/player/keys.ts";

/** The keys of a call's page, to be read before one is there; the page's own sheet says which of them act now. */
export function ShortcutsPanel() {
  const { t } = useTranslation("general");
  const { t: player } = useTranslation("player");
  const actions = [...new Set(PLAYER_KEYS.map(({ action }) => action))];
  return (
    <section id="shortcuts" className="scroll-mt-4">
      <Panel title={t("shortcuts.title")}>
        <p className="mb-2 text-sm text-ink-muted">{t("shortcuts.note")}</p>
        <dl className="grid gap-x-8 text-sm desk:grid-cols-2">
          <div className="flex items-center justify-between gap-3 border-b border-line py-1.5">
            <dt>{t("shortcuts.palette")}</dt>
            <dd className="flex flex-wrap justify-end gap-1.5">
              <Key>⌘K</Key>
              <Key>Ctrl+K</Key>
            </dd>
          </div>
          {SELECTION_KEYS.map(({ name, caps }) => (
            <div
              key={name}
              className="flex items-center justify-between gap-3 border-b border-line py-1.5"
            >
              <dt>{t(`shortcuts.${name}`)}</dt>
              <dd className="flex gap-0.5">
                {caps.map((cap) => (
                  <Key key={cap}>{cap}</Key>
                ))}
              </dd>
            </div>
          ))}
          {actions.map((action) => (
            <div
              key={action}
              className="flex items-center justify-between gap-3 border-b border-line py-1.5"
            >
              <dt>{player(`keys.${action}`)}</dt>
              <dd className="flex flex-wrap justify-end gap-1.5">
                {PLAYER_KEYS.filter((key) => key.action === action).map(({ caps }) => (
                  <span key={caps.join()} className="flex gap-0.5">
                    {caps.map((cap) => (
                      <Key key={cap}>{cap}</Key>
                    ))}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
    </section>
  );
}
