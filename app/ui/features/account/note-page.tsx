import type { ReactNode } from "react";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";

type Props = { title: string; text: string; footer: ReactNode; children?: ReactNode };

/** What has become of it, in a sentence, and perhaps one way on. */
export function NotePage({ title, text, footer, children }: Props) {
  return (
    <NarrowPage title={title} footer={footer}>
      <p>{text}</p>
      {children}
    </NarrowPage>
  );
}
