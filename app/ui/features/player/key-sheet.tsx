import { Keyboard } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { Key } from "#app/ui/components/primitive/key.tsx";
import { Switch } from "#app/ui/components/primitive/switch.tsx";
import { useKeyAction, useKnownKeys } from "./key-actions.tsx";
import { usePlayer, usePlayerState } from "./player-context.tsx";

/** The "?" sheet: what the keys do on this page now, and the switch that silences single keys. */
export function KeySheet() {
  const { t } = useTranslation("player");
  const store = usePlayer();
  const [isOpen, setIsOpen] = useState(false);
  const hasKeys = usePlayerState((state) => state.settings.hasKeys);
  useKeyAction("sheet", () => setIsOpen(true));
  const rows = new Map<string, { label: string; ways: (readonly string[])[] }>();
  for (const key of useKnownKeys()) {
    const label = "label" in key ? key.label : t(`keys.${key.action}`);
    const { ways } = rows.get(key.action) ?? { ways: [] };
    rows.set(key.action, { label, ways: [...ways, key.caps] });
  }
  return (
    <span className="hidden desk:block">
      <Dialog
        title={t("keys.title")}
        size="form"
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <Button tone="quiet" icon={Keyboard}>
            {t("keys.button")}
          </Button>
        }
      >
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
      </Dialog>
    </span>
  );
}
