/** A file that is being sent; sizes in bytes. */
export type UploadRow = {
  id: string;
  workspaceId: string;
  memberId: string;
  recordingId: string;
  key: string;
  total: number;
  received: number;
  state: "receiving" | "complete" | "expired" | "aborted";
};
