/** A line of a log as screens and exports show it. */
export type LogEntry = {
  id: string;
  at: string;
  event: string;
  actorKind: string;
  actor: string | null;
  /** Of a member, if they are still known. */
  actorName: string | null;
  via: string | null;
  targetKind: string | null;
  target: string | null;
  /** What it is called, where the reader may see it; read now, never kept in the entry. */
  targetName: string | null;
  /** Small facts as JSON. */
  before: string | null;
  after: string | null;
  ip: string | null;
  agent: string | null;
  request: string | null;
};

/** The same as a screen shows it. */
export type ShownEntry = LogEntry & {
  /** The target has a page that the reader may open. */
  hasPage: boolean;
  /** Of what the facts say by an id, by `nameKey`; what has none is not the reader's to know, or gone. */
  names: Record<string, string>;
};

/** A place both logs are copied to: up to which entry, of how many, and the word of the last failure. */
export type SinkState = { name: "syslog" | "s3"; sent: number; of: number; error: string | null };

/** What a look at the whole chain found. `brokenAt` is the first number that does not follow, null when all do. */
export type ChainCheck = { entries: number; brokenAt: number | null; unsealed: number };
