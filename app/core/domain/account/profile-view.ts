export type SessionRow = {
  id: string;
  device: string;
  ip: string | null;
  seenAt: string;
  startedAt: string;
  /** The one this page was asked with. */
  isThis: boolean;
};
export type ProfileView = {
  email: string;
  name: string;
  reading: string | null;
  nameOrder: "given_first" | "family_first";
  language: "en" | "ja" | null;
  timeZone: string | null;
  version: number;
  sessions: SessionRow[];
};
