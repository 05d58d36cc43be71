import { Form, useNavigate } from "@remix-run/react";
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { UploadTicket } from "#app/core/domain/recording/upload.schema.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { TRANSCRIPT_NAME } from "#app/core/domain/transcript/import/file-kind.ts";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { ChosenFiles } from "./chosen-files.tsx";
import { sideOptions } from "./chosen-person.tsx";
import { Field } from "./field.tsx";
import { encodingIn, readTranscriptFile } from "./read-file.ts";
import { EncodingChoice } from "./encoding-choice.tsx";
import { ImportAnyway } from "./read-transcript.tsx";
import { begin, sendTranscript } from "./send.ts";
import { useFits } from "./use-fits.ts";
import { WordsChoice, wordsFileOf } from "./words-choice.tsx";
import { refusalOf, type UploadErrors } from "./upload-errors.ts";
import { uploadStore } from "./upload-store.ts";
import { signedOut } from "#app/ui/browser/signed-out.ts";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

type Props = {
  /** Files that were dropped on the page. */
  dropped: readonly File[];
  /** Without script nobody knows which files are chosen: their speaker is asked for beside them. */
  isScripted: boolean;
  /** Codes from an answer without script. */
  errors: UploadErrors;
  /** The form's own close button, where it stands in a dialog. */
  cancel?: ReactNode;
  onStarted?: () => void;
};

const ACCEPT =
  ".mp4,.mov,.m4a,.m4v,.webm,.mkv,.mka,.ogg,.oga,.opus,.flac,.wav,.mp3,.aac,audio/*,video/*,.vtt,.srt,.sbv,.json,.txt,.csv,.tsv";

/**
 * One file, or one per speaker, or a transcript. With script the files go resumably and the form closes at once;
 * without it the browser posts the same fields to the list's own address.
 */
export function UploadForm({ dropped, isScripted, errors: given, cancel, onStarted }: Props) {
  const { t } = useTranslation("upload");
  const { t: forms } = useTranslation("forms");
  const { t: colleague } = useTranslation("colleague");
  const [files, setFiles] = useState<readonly File[]>(dropped);
  const [errors, setErrors] = useState(given);
  const [isBusy, setBusy] = useState(false);
  const [visibility, setVisibility] = useState("");
  const [wordsChoice, setWordsChoice] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(0);
  const onWaiting = useCallback((change: 1 | -1) => setWaiting((before) => before + change), []);
  const [voices, setVoices] = useState<ReadonlyMap<number, string>>(new Map());
  const onVoice = useCallback(
    (at: number, name: string | null) =>
      setVoices((before) => {
        const after = new Map(before);
        if (name === null) after.delete(at);
        else after.set(at, name);
        return after;
      }),
    [],
  );
  const summary = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const { zone } = useFormat();
  const navigate = useNavigate();
  const revalidate = useRevalidate();
  const choose = useCallback((chosen: readonly File[]) => {
    setFiles(chosen);
    setErrors({});
    if (chooser.current === null) return;
    // The browser's own line beside the button would still name the files that were chosen before.
    const transfer = new DataTransfer();
    for (const file of chosen) transfer.items.add(file);
    chooser.current.files = transfer.files;
  }, []);
  useEffect(() => {
    setWordsChoice(null);
    if (dropped.length > 0) choose(dropped);
    else setFiles([]);
  }, [dropped, choose]);
  useEffect(() => {
    if (Object.keys(errors).length > 0) summary.current?.focus();
  }, [errors]);
  const labelOfCode = (field: string): string =>
    field.endsWith(".memberId") ? colleague("field") : labelOf(t, field);
  const fits = useFits(files);
  const isTranscript = files.length === 1 && TRANSCRIPT_NAME.test(files[0]?.name ?? "");
  // Captions and chats beside a recording are no voices.
  const sent = isTranscript ? files : files.filter(({ name }) => !TRANSCRIPT_NAME.test(name));
  const captions = isTranscript ? [] : files.filter((file) => fits.get(file) === "words");
  const words = sent.length > 0 ? wordsFileOf(captions, wordsChoice) : null;
  const people = { visibility, onWaiting, voices, onVoice };
  const unfit = sent.find((file) => typeof fits.get(file) === "object");

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    if (sent.length === 0) {
      setErrors({ files: ["required"] });
      return;
    }
    if (unfit) {
      setErrors({ files: [`file_unfit?name=${encodeURIComponent(unfit.name)}`] });
      return;
    }
    setBusy(true);
    try {
      const answer = isTranscript ? await bringIn(data, sent) : await beginWith(data);
      if ("code" in answer) {
        setErrors({ text: [answer.code] });
        return;
      }
      if (!answer.ok) {
        setErrors(await refusalOf(answer));
        return;
      }
      if (isTranscript) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own door's answer
        const { callId } = (await answer.json()) as { callId: string };
        navigate(paths.playback(callId)); // takes the form away: closing it, too, would lead back to the list
        return;
      }
      signedOut.learn(answer.status);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own door's answer
      uploadStore.start((await answer.json()) as UploadTicket, sent);
      revalidate();
      onStarted?.();
    } catch {
      setErrors({ "": ["offline"] });
    } finally {
      setBusy(false);
    }
  };

  const beginWith = async (data: FormData) => {
    const read = words && (await readTranscriptFile(words, encodingIn(data)));
    if (read && "code" in read) return read;
    return begin(data, sent, zone, words && read && { name: words.name, words: read.text });
  };

  const bringIn = async (data: FormData, [file]: readonly File[]) => {
    const read = file ? await readTranscriptFile(file, encodingIn(data)) : { code: "required" };
    if ("code" in read) return read;
    return sendTranscript(data, { name: file?.name ?? "", words: read.text }, zone);
  };

  return (
    <Form
      method="post"
      action={paths.recordings()}
      encType="multipart/form-data"
      className="grid gap-4"
      onSubmit={(event) => void submit(event)}
    >
      {Object.keys(errors).length > 0 ? (
        <div
          ref={summary}
          tabIndex={-1}
          role="alert"
          data-quiet-focus
          className="rounded-control border border-danger px-3 py-2 text-sm text-danger"
        >
          <ul>
            {Object.entries(errors).flatMap(([field, codes]) =>
              codes.map((code) => (
                <li key={`${field}${code}`}>
                  {formText(forms, code, { name: field, label: labelOfCode(field) })}
                </li>
              )),
            )}
          </ul>
        </div>
      ) : null}
      <Field label={t("files")} hint={t("filesHint")}>
        {(id) => (
          <input
            id={id}
            type="file"
            name="file"
            multiple
            accept={ACCEPT}
            ref={chooser}
            onChange={(event) => {
              setFiles([...(event.currentTarget.files ?? [])]);
              setWordsChoice(null);
              setErrors({});
            }}
            className={controlLook({ className: "w-full py-1 text-sm" })}
          />
        )}
      </Field>
      {files.length > 0 ? (
        <ChosenFiles
          {...{ files, sent, fits, isTranscript, words }}
          people={people}
          onChoose={(chosen) => {
            choose(chosen);
            // The button that was pressed is gone.
            chooser.current?.focus();
          }}
        />
      ) : null}
      {captions.length > 0 && sent.length > 0 ? (
        <WordsChoice files={captions} chosen={words} people={people} onChoose={setWordsChoice} />
      ) : null}
      <Field label={t("title")} isOptional>
        {(id) => (
          <input
            id={id}
            name="title"
            maxLength={200}
            className={controlLook({ className: "w-full" })}
          />
        )}
      </Field>
      <div className="grid gap-4 desk:grid-cols-2">
        <Field label={t("startedAt")} hint={t("startedAtZone", { zone })} isOptional>
          {(id) => (
            <input
              id={id}
              type="datetime-local"
              name="startedAt"
              className={controlLook({ className: "w-full" })}
            />
          )}
        </Field>
        <Field label={t("company")} isOptional>
          {(id) => (
            <input
              id={id}
              name="company"
              maxLength={120}
              className={controlLook({ className: "w-full" })}
            />
          )}
        </Field>
        <Field label={t("language.label")}>
          {(id) => (
            <Select
              id={id}
              name="language"
              defaultValue="en"
              options={(["en", "ja"] as const).map((value) => ({
                value,
                label: t(`language.${value}`),
              }))}
            />
          )}
        </Field>
        <Field label={t("visibility.label")}>
          {(id) => (
            <Select
              id={id}
              name="visibility"
              value={visibility}
              onChange={(event) => setVisibility(event.currentTarget.value)}
              options={[
                { value: "", label: t("visibility.default") },
                ...(["private", "team", "workspace"] as const).map((value) => ({
                  value,
                  label: t(`visibility.${value}`),
                })),
              ]}
            />
          )}
        </Field>
        {isScripted ? null : (
          <>
            <Field label={t("speakerAlone.label")} hint={t("speakerAlone.hint")} isOptional>
              {(id) => (
                <input
                  id={id}
                  name="speaker.0"
                  maxLength={60}
                  className={controlLook({ className: "w-full" })}
                />
              )}
            </Field>
            <Field label={t("speakerAlone.side")}>
              {(id) => <Select id={id} name="side.0" defaultValue="R" options={sideOptions(t)} />}
            </Field>
            <ImportAnyway />
            {errors["text"]?.includes("transcript_encoding") === true ? (
              <EncodingChoice value="" />
            ) : null}
            <Field label={colleague("all.label")} hint={colleague("all.hint")}>
              {(id) => (
                <Select
                  id={id}
                  name="colleagues"
                  defaultValue="by_name"
                  options={(["by_name", "none"] as const).map((value) => ({
                    value,
                    label: colleague(`all.${value}`),
                  }))}
                />
              )}
            </Field>
          </>
        )}
        {sent.length < 2 && !isTranscript ? (
          <Field label={t("channels.label")} hint={t("channels.hint")}>
            {(id) => (
              <Select
                id={id}
                name="channels"
                defaultValue="auto"
                options={(["auto", "yes", "no"] as const).map((value) => ({
                  value,
                  label: t(`channels.${value}`),
                }))}
              />
            )}
          </Field>
        ) : null}
      </div>
      <label className="flex items-start gap-1.5 text-sm">
        <Checkbox name="consent" value="on" />
        <span className="pt-0.5">{t("consent")}</span>
      </label>
      <div className="flex flex-wrap justify-end gap-2">
        {cancel}
        <Button
          type="submit"
          tone="primary"
          name="intent"
          value="upload"
          busy={waiting > 0 ? colleague("checking") : isBusy && t("starting")}
        >
          {isTranscript ? t("import") : t("submit")}
        </Button>
      </div>
    </Form>
  );
}

type T = ReturnType<typeof useTranslation<"upload">>["t"];

function labelOf(t: T, field: string): string {
  if (field.startsWith("files")) {
    const part = field.split(".")[1];
    return part === "speaker" || part === "email" ? t(part) : t("files");
  }
  if (field === "title" || field === "company" || field === "startedAt") return t(field);
  return t("files");
}
