import { Form } from "@remix-run/react";
import { Link2, Pencil } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { ClipPageView } from "#app/core/pages/clip.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { useFormVersion } from "#app/ui/components/form/use-form-version.ts";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { ClipDownloads } from "./clip-downloads.tsx";
import type { EditorProps } from "./clip-editor.tsx";
import { ClipPlayer } from "./clip-player.tsx";
import { ClipState } from "./clip-state.tsx";
import { DeleteClip } from "./delete-clip.tsx";
import { Refusal } from "./refusal.tsx";
import { useCopyClip } from "./use-copy-clip.ts";

/** A transcript with everything around it, which only who changes the clip needs. */
const ClipEditor = lazy(() => import("./clip-editor.tsx"));
const ClipDetails = lazy(() => import("./clip-details.tsx"));

type Props = ClipPageView & {
  answer: unknown;
  /** What other parts of the product do with a clip. */
  more: ReactNode;
};

/** A clip: what it is of, who made it, how far its files are, and its player; or, for its maker, what it is made of. */
export function ClipPage({ answer, more, ...view }: Props) {
  const { clip, editor } = view;
  const isReadOnly = useReadOnly() !== undefined;
  const refusal = refusalOf(answer);
  // Who was overtaken goes on with what they changed.
  const version = useFormVersion(clip.version, refusal);
  const { shown, hold } = useSettled(view);
  return (
    <Page
      title={clip.title}
      facts={<Facts {...view} />}
      actions={
        editor === null || isReadOnly ? (
          <Actions {...view} {...{ more, version, refusal }} />
        ) : undefined
      }
    >
      {editor !== null && !isReadOnly ? (
        <Editor key={version} view={view} editor={editor} refusal={refusal} />
      ) : (
        <>
          {/* Where its form is over the page, it is said there. */}
          {view.clip.source === null && view.clip.mayChange ? null : <Refusal refusal={refusal} />}
          <ClipState {...view} />
          <ClipPlayer
            key={`${shown.mixUrl ?? ""} ${shown.clip.revision}`}
            view={shown}
            onPlaying={hold}
          />
        </>
      )}
    </Page>
  );
}

function Editor(props: EditorProps) {
  const { t } = useTranslation("clip");
  const isScripted = useHydrated();
  const loading = (
    <p role="status" className="text-sm text-ink-muted">
      {t("edit.loading")}
    </p>
  );
  return isScripted ? (
    <Suspense fallback={loading}>
      <ClipEditor {...props} />
    </Suspense>
  ) : (
    <>
      <noscript>{t("edit.needsScript")}</noscript>
      <div className="noscript:hidden">{loading}</div>
    </>
  );
}

/** What is played stays while it plays: a file that is ready meanwhile waits for the next pause. */
function useSettled(view: ClipPageView) {
  const kept = useRef(view);
  const [isPlaying, hold] = useState(false);
  const isHeard = isPlaying && !view.clip.isWithdrawn;
  useEffect(() => {
    if (!isHeard) kept.current = view;
  });
  return { shown: isHeard ? kept.current : view, hold };
}

function Facts({ clip, views }: ClipPageView) {
  const { t } = useTranslation("clip");
  const { source, owner, labels, visibility } = clip;
  return (
    <>
      {source === null ? null : (
        <span className="min-w-0">
          {t("facts.from")}{" "}
          <TextLink to={paths.playback(source.callId, timeOf(source.pieces))}>
            <bdi>{source.title}</bdi>
          </TextLink>
        </span>
      )}
      <bdi>{owner.name}</bdi>
      <Tag>{t(visibility === "private" ? "who.itsMaker" : `who.${visibility}`)}</Tag>
      {labels.map(({ id, name, colour }) => (
        <Tag key={id} dot={colour}>
          <bdi>{name}</bdi>
        </Tag>
      ))}
      <span>{views === 0 ? t("facts.unopened") : t("facts.views", { count: views })}</span>
      <SavedNote intent="save_clip" />
    </>
  );
}

const timeOf = (pieces: readonly { t0Ms: number }[]) => {
  const [first] = pieces;
  return first ? { t: Math.floor(first.t0Ms / 1_000) } : {};
};

function CopyClip({ clip: { clipId, visibility } }: Pick<ClipPageView, "clip">) {
  const { t } = useTranslation("common");
  const copyClip = useCopyClip();
  return (
    <span className="noscript:hidden">
      <Button tone="quiet" icon={Link2} onClick={() => copyClip({ clipId, audience: visibility })}>
        {t("copyLink")}
      </Button>
    </span>
  );
}

type ActionsProps = ClipPageView &
  Pick<Props, "more"> & { version: number; refusal: ReturnType<typeof refusalOf> };

function Actions({ clip, workingLinks, more, version, refusal }: ActionsProps) {
  const { t } = useTranslation("clip");
  const isScripted = useHydrated();
  const { mayChange, source, clipId } = clip;
  return (
    <>
      <CopyClip clip={clip} />
      {more}
      <ClipDownloads clip={clip} />
      {mayChange && source !== null ? (
        <LinkButton to={paths.clip(clipId, { edit: 1 })} icon={Pencil}>
          {t("edit.open")}
        </LinkButton>
      ) : null}
      {mayChange && source === null && isScripted ? (
        <Suspense>
          <ClipDetails key={version} clip={clip} refusal={refusal} />
        </Suspense>
      ) : null}
      {source === null ? null : (
        <Form method="post">
          <FormButton tone="plain" name="intent" value="copy_clip">
            {t("copy")}
          </FormButton>
        </Form>
      )}
      {mayChange ? <DeleteClip clipId={clipId} links={workingLinks} /> : null}
    </>
  );
}
