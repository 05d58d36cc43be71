import { useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { controlAttributes, FieldFrame, type FieldTexts, type FormField } from "./field-frame.tsx";

type Props = FieldTexts & { field: FormField; autoComplete: "current-password" | "new-password" };

/** A password: pasting works, it can be shown, and it never comes back after a refusal. */
export function PasswordField({ field, label, hint, isOptional, autoComplete }: Props) {
  const { t } = useTranslation("common");
  const [isShown, setShown] = useState(false);
  const hasScript = useHydrated();
  return (
    <FieldFrame field={field} label={label} hint={hint} isOptional={isOptional ?? false}>
      <span className="relative block">
        <input
          {...controlAttributes(field, hint)}
          type={isShown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className={controlLook({ className: "w-full pr-20" })}
        />
        {hasScript ? (
          <span className="absolute inset-y-0 right-1 grid place-items-center">
            <Button
              tone="quiet"
              size="small"
              aria-label={isShown ? t("hidePasswordLabel") : t("showPasswordLabel")}
              aria-controls={field.id}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? t("hidePassword") : t("showPassword")}
            </Button>
          </span>
        ) : null}
      </span>
    </FieldFrame>
  );
}
