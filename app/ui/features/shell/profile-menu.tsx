import { Form, useLocation } from "@remix-run/react";
import { Keyboard, LogOut, type LucideIcon, UserRound } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { LANGUAGES, THEMES, type Theme } from "#app/i18n/languages.ts";
import { useLanguage } from "#app/i18n/place.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Link } from "#app/ui/components/primitive/link.tsx";

export type ShellMember = { name: string; email?: string; role?: "admin" | "manager" | "rep" };
type Props = {
  member: ShellMember;
  theme: Theme;
  preferencesUrl: string;
  profileUrl: string;
  shortcutsUrl: string;
  signOutUrl: string;
};

/** Who is signed in, how the screen looks and speaks, and the way out: plain forms in a disclosure. */
export function ProfileMenu(props: Props) {
  const { member, theme, preferencesUrl, profileUrl, shortcutsUrl, signOutUrl } = props;
  const { t } = useTranslation("shell");
  const language = useLanguage();
  return (
    <Disclosure
      label={t("profile.open", { name: member.name })}
      face={<Face name={member.name} side="us" />}
      place="end"
    >
      <p className="text-sm font-medium wrap-anywhere">{member.name}</p>
      <p className="text-xs text-ink-muted wrap-anywhere">
        {[member.role === undefined ? undefined : t(`role.${member.role}`), member.email]
          .filter((part) => part !== undefined)
          .join(", ")}
      </p>
      <ul className="mt-2 grid gap-0.5 border-t border-line pt-2">
        <Way to={profileUrl} icon={UserRound} text={t("profile.profile")} />
        <Way to={shortcutsUrl} icon={Keyboard} text={t("profile.shortcuts")} />
      </ul>
      <Choice title={t("profile.theme")} action={preferencesUrl} reload={false}>
        {THEMES.map((value) => (
          <Button
            key={value}
            type="submit"
            size="small"
            name="theme"
            value={value}
            aria-pressed={value === theme}
          >
            {t(`theme.${value}`)}
          </Button>
        ))}
      </Choice>
      <Choice title={t("profile.language")} action={preferencesUrl} reload>
        {LANGUAGES.map((value) => (
          <Button
            key={value}
            type="submit"
            size="small"
            name="lang"
            value={value}
            lang={value}
            aria-pressed={value === language}
          >
            {t(`language.${value}`)}
          </Button>
        ))}
      </Choice>
      <Form method="post" action={signOutUrl} className="mt-3 border-t border-line pt-2">
        <FormButton
          tone="quiet"
          isForEverybody
          icon={LogOut}
          busyText={t("profile.signingOut")}
          name="intent"
          value="sign-out"
        >
          {t("profile.signOut")}
        </FormButton>
      </Form>
    </Disclosure>
  );
}

function Way({ to, icon, text }: { to: string; icon: LucideIcon; text: string }) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-8 items-center gap-2.5 rounded-control px-2 text-sm hover:bg-surface-hover pointer-coarse:min-h-9"
      >
        <Icon of={icon} />
        {text}
      </Link>
    </li>
  );
}

type ChoiceProps = { title: string; action: string; reload: boolean; children: ReactNode };

/** `reload`: another language is another document. */
function Choice({ title, action, reload, children }: ChoiceProps) {
  const { pathname, search } = useLocation();
  const id = useId();
  return (
    <Form
      method="post"
      action={action}
      reloadDocument={reload}
      replace
      preventScrollReset
      className="mt-3"
    >
      <fieldset aria-labelledby={id}>
        <p id={id} className="mb-1 text-xs font-strong text-ink-muted">
          {title}
        </p>
        <input type="hidden" name="returnTo" value={pathname + search} />
        <div className="flex flex-wrap gap-1.5">{children}</div>
      </fieldset>
    </Form>
  );
}
