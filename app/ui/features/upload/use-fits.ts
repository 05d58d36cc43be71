import { useEffect, useState } from "react";
import { isChat } from "#app/core/domain/transcript/import/chat.ts";
import { TRANSCRIPT_NAME } from "#app/core/domain/transcript/import/file-kind.ts";
import { type FileFault, faultOf } from "./lacks-sound.ts";
import { readTranscriptFile } from "./read-file.ts";

/** What a chosen file is: sound that can be sent, words, a saved chat, or nothing that can be taken, and why. */
export type Fit = "sound" | "words" | "chat" | { fault: NonNullable<FileFault> };

async function fitOf(file: File): Promise<Fit> {
  if (TRANSCRIPT_NAME.test(file.name)) {
    const read = await readTranscriptFile(file);
    return "text" in read && isChat(read.text) ? "chat" : "words";
  }
  const fault = await faultOf(file);
  return fault === null ? "sound" : { fault };
}

/** What each of the chosen files is, once it was looked at; a file that cannot be opened is sent, and the server says why. */
export function useFits(files: readonly File[]): ReadonlyMap<File, Fit> {
  const [fits, setFits] = useState<ReadonlyMap<File, Fit>>(new Map());
  useEffect(() => {
    let isLeft = false;
    void Promise.all(
      files.map(async (file) => [file, await fitOf(file).catch((): Fit => "sound")] as const),
    ).then((found) => {
      if (!isLeft) setFits(new Map(found));
    });
    return () => {
      isLeft = true;
    };
  }, [files]);
  return fits;
}
