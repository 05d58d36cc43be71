import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";

export type LobbyEndWhy = "refused" | "removed" | "left" | "leftDoor" | "ended";

type Props = {
  why: LobbyEndWhy;
  workspace: string;
  host: string;
  footer: ReactNode;
  /** Where there is a way back in. */
  children?: ReactNode;
};

/** How a visit ended, in one sentence and why. */
export function LobbyEnd({ why, workspace, host, footer, children }: Props) {
  const { t } = useTranslation("lobby");
  const reason = why === "leftDoor" ? "left" : why;
  return (
    <NarrowPage title={t(`end.${why}`)} workspace={workspace} footer={footer}>
      <p role="status" className="text-base text-ink-soft">
        {t(`end.${reason}Why`, { host })}
      </p>
      {children}
    </NarrowPage>
  );
}
