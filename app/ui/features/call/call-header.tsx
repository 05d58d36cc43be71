import type { ReactNode } from "react";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { Page } from "#app/ui/components/layout/page.tsx";
import { SampleTag } from "#app/ui/components/primitive/sample-tag.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { CallLabels } from "#app/ui/features/label/call-labels.tsx";
import { EditableTitle } from "./editable-title.tsx";
import { CallFacts, CallTimes } from "./call-facts.tsx";

type Props = { view: PlaybackView; deal: ReactNode; actions: ReactNode; children: ReactNode };

/** Title and facts in two lines, and what can be done with the call; on a phone its last tab has the rest of both. */
export function CallPage({ view, deal, actions, children }: Props) {
  const { call, can } = view;
  const isReadOnly = useReadOnly() !== undefined;
  return (
    <Page
      title={call.title}
      heading={(h1) =>
        can.editCall && !isReadOnly ? <EditableTitle call={call}>{h1}</EditableTitle> : h1
      }
      {...(call.isSample && { note: <SampleTag /> })}
      facts={
        <>
          <div className="min-w-0 max-desk:truncate desk:contents max-desk:*:mr-3.5">
            <CallTimes call={call} />
          </div>
          <div className="max-desk:hidden">{deal}</div>
          <div className="max-desk:hidden">
            <CallFacts call={call} />
          </div>
          <div className="max-desk:hidden">
            <CallLabels view={view} />
          </div>
        </>
      }
      actions={<div className="contents max-desk:hidden">{actions}</div>}
    >
      {children}
    </Page>
  );
}
