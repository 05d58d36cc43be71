import type { Upload, UploadOptions } from "tus-js-client";
import type { UploadTicket } from "#app/core/domain/recording/upload.schema.ts";
import { paths } from "#app/paths.ts";
import { signedOut } from "#app/ui/browser/signed-out.ts";
import { createStore } from "#app/ui/browser/store.ts";

/** One file on its way. `state` failed keeps the file, so Retry goes on where it stopped. */
export type Sending = {
  uploadId: string;
  recordingId: string;
  name: string;
  sent: number;
  total: number;
  state: "sending" | "waiting" | "done" | "failed";
  /** A code of the `errors` catalogue. */
  error: string | null;
};
/** `begin`: sends it, or what is left of it. */
type Job = { view: Sending; begin: () => Promise<void> };

const jobs = new Map<string, Job>();
const { set, ...shown } = createStore<readonly Sending[]>([]);

/** Waits between tries when the line is bad; the last one repeats while the tab is open. */
const RETRY_MS = [
  0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 30_000, 30_000, 30_000, 60_000, 60_000, 60_000,
  60_000,
];
/** An upload of 5 GB in pieces: what a broken line costs at most, and how often the server makes bytes durable. */
const CHUNK_BYTES = 8 * 1024 * 1024;

const change = (): void => set([...jobs.values()].map(({ view }) => view));

const put = (uploadId: string, next: Partial<Sending>): void => {
  const job = jobs.get(uploadId);
  if (!job) return;
  job.view = { ...job.view, ...next };
  change();
};

export const uploadStore = {
  ...shown,
  /** Sends the files of a ticket, in the order they were announced. */
  start(ticket: UploadTicket, files: readonly File[]): void {
    for (const { id, index } of ticket.uploads) {
      const file = files[index];
      if (file) send(id, ticket.recordingId, file, false);
    }
  },
  /** Goes on with an upload that stopped, also after the page was loaded anew. */
  resume(uploadId: string, recordingId: string, file: File): void {
    send(uploadId, recordingId, file, true);
  },
  retry(uploadId: string): void {
    const job = jobs.get(uploadId);
    if (!job) return;
    put(uploadId, { state: "sending", error: null });
    void job.begin();
  },
  discard(uploadId: string): void {
    jobs.delete(uploadId);
    change();
  },
};

function send(uploadId: string, recordingId: string, file: File, isResumed: boolean): void {
  const options: UploadOptions = {
    endpoint: paths.uploads(),
    ...(isResumed && { uploadUrl: paths.upload(uploadId) }),
    metadata: { upload: uploadId },
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_MS,
    storeFingerprintForResuming: false,
    onProgress: (sent, total) => put(uploadId, { sent, total, state: "sending" }),
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0;
      const isWorthIt =
        status === 0 || status === 423 || status === 409 || status === 429 || status >= 500;
      if (isWorthIt) put(uploadId, { state: "waiting", error: codeOf(status) });
      return isWorthIt;
    },
    onError: (error) => {
      const status = "originalResponse" in error ? (error.originalResponse?.getStatus() ?? 0) : 0;
      signedOut.learn(status === 0 ? undefined : status);
      put(uploadId, { state: "failed", error: codeOf(status) });
    },
    onSuccess: () => {
      signedOut.set(false);
      put(uploadId, { state: "done", error: null });
      setTimeout(() => uploadStore.discard(uploadId), 4_000);
    },
  };
  let tus: Upload | null = null;
  // What sends files comes with the first of them: it is a tenth of the list's page.
  const begin = async () => {
    try {
      const { Upload: Sender } = await import("tus-js-client");
      tus ??= new Sender(file, options);
      if (jobs.has(uploadId)) tus.start();
    } catch {
      put(uploadId, { state: "failed", error: "offline" });
    }
  };
  jobs.set(uploadId, {
    view: {
      uploadId,
      recordingId,
      name: file.name,
      sent: 0,
      total: file.size,
      state: "sending",
      error: null,
    },
    begin,
  });
  change();
  void begin();
}

function codeOf(status: number): string {
  if (status === 0) return "offline";
  const known: Record<number, string> = {
    401: "unauthenticated",
    404: "not_found",
    413: "payload_too_large",
    415: "unsupported_media",
    423: "upload_locked",
    503: "unavailable",
    507: "storage_full",
  };
  return known[status] ?? "internal";
}
