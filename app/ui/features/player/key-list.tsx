import { useTranslation } from "#app/i18n/translation.tsx";
import { Key } from "#app/ui/components/primitive/key.tsx";
import { Switch } from "#app/ui/components/primitive/switch.tsx";
import { useKnownKeys } from "./key-actions.tsx";
import { usePlayer, usePlayerState } from "./player-context.tsx";

/** What the keys do on this page now, and the switch that silences single keys. */
export function KeyList() {
  const { t } = useTranslation("player");
  const store = usePlayer();
  const hasKeys = usePlayerState((state) => state.settings.hasKeys);
  const rows = new Map<string, { label: string; ways: (readonly string[])[] }>();
  for (const key of useKnownKeys()) {
    const label = "label" in key ? key.label : t(`keys.${key.action}`);
    const { ways } = rows.get(key.action) ?? { ways: [] };
    rows.set(key.action, { label, ways: [...ways, key.caps] });
  }
  return (
    <>
      <Switch
        label={t("keys.on")}
        checked={hasKeys}
        onChange={(event) => store.keep({ hasKeys: event.currentTarget.checked })}
      />
      <dl className="mt-3 grid divide-y divide-line text-sm">
        {[...rows].map(([action, { label, ways }]) => (
          <div key={action} className="flex items-center justify-between gap-3 py-1.5">
            <dt>{label}</dt>
            <dd className="flex flex-wrap justify-end gap-1.5">
              {ways.map((caps) => (
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
    </>
  );
}
