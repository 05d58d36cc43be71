import * as z from "zod";

const flag = (fallback: boolean) =>
  z
    .enum(["true", "false", "1", "0", ""])
    .optional()
    .transform((value) =>
      value === undefined || value === "" ? fallback : value === "true" || value === "1",
    );
const list = z
  .string()
  .default("")
  .transform((value) =>
    value
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean),
  );
/** A base address, kept without its last slash. */
const origin = (fallback: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(fallback)
    .transform((url) => url.replace(/\/+$/, ""));
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);

/** Settings of the operator (data §5). Names on the left are the environment's. */
export const envSchema = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z.string().default("127.0.0.1"),
    APP_URL: z.string().optional(),
    DATABASE_URL: z.string().min(1),
    PARLEY_DATA: z.string().default("var"),
    PARLEY_CACHE: z.string().default(".cache"),
    SECRET_KEY: z.string().optional(),
    SECRET_KEY_FILE: z.string().optional(),
    BLOB_URL: z.string().optional(),
    S3_ENDPOINT: z.string().optional(),
    S3_REGION: z.string().default("us-east-1"),
    S3_ACCESS_KEY: z.string().optional(),
    S3_SECRET_KEY: z.string().optional(),
    SPEECH_ENGINE: z
      .enum(["auto", "sherpa-onnx", "openai-http", "pocketsphinx", "off"])
      .default("auto"),
    SPEECH_MODELS: z.string().optional(),
    SPEECH_URL: z.url().optional(),
    SPEECH_KEY: z.string().optional(),
    SPEECH_MODEL: z.string().default("whisper-1"),
    /** A language model for summaries, by chat completions; without one, workspaces may name their own. */
    LLM_URL: z.url({ protocol: /^https?$/ }).optional(),
    LLM_KEY: z.string().optional(),
    LLM_MODEL: z.string().default("gpt-4o-mini"),
    /** Where the CRMs are: other addresses for a My Domain, or for servers that stand in for them. */
    SALESFORCE_URL: origin("https://login.salesforce.com"),
    SALESFORCE_SANDBOX_URL: origin("https://test.salesforce.com"),
    SALESFORCE_API_VERSION: z
      .string()
      .regex(/^\d{2,3}\.0$/, "must be a version such as 62.0")
      .default("62.0"),
    HUBSPOT_APP_URL: origin("https://app.hubspot.com"),
    HUBSPOT_API_URL: origin("https://api.hubapi.com"),
    MEDIA_ISOLATION: z.enum(["0", "1", "2"]).optional(),
    TRUSTED_PROXIES: list,
    PRIVATE_HOSTS: list,
    WORKER_LANES: list,
    LIVE_CONSOLE: flag(true),
    LIVEKIT_URL: z.url({ protocol: /^(wss?|https?)$/ }).optional(),
    LIVEKIT_API_KEY: z.string().optional(),
    LIVEKIT_API_SECRET: z.string().optional(),
    LIVEKIT_PUBLIC_URL: z.url({ protocol: /^wss?$/ }).optional(),
    /** Set by the supervisor, which looks after the media server and says in part_state how it is. */
    PARLEY_SUPERVISED: flag(false),
    DEMO: flag(false),
    DEMO_ALLOW_PUBLIC: flag(false),
    PATH: z.string().default("/usr/local/bin:/usr/bin:/bin"),
    LOG_LEVEL: z
      .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
      .default("info"),
    /** Opens `/metrics`; without one there is no such address. */
    METRICS_TOKEN: z
      .string()
      .trim()
      .transform((token) => (token === "" ? undefined : token))
      .pipe(z.string().min(16).optional())
      .optional(),
    LIMIT_UPLOAD_BYTES: count(5 * 1024 ** 3),
    LIMIT_UPLOAD_HOURS: count(6),
    /** A recorder that holds more memory hands over to the next (live §5). */
    LIMIT_RECORDER_MB: count(500),
    LIMIT_SIGN_IN_TRIES: count(5),
    LIMIT_SIGN_IN_TRIES_PER_IP: count(20),
    LIMIT_SIGN_UPS: count(2),
    LIMIT_LETTERS_PER_HOUR: count(3),
    /** `smtp://user:password@host:587`, `smtps://…:465`; without one, letters wait on the mail page of a local start. */
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")
      .optional(),
    SMTP_FROM: z.string().optional(),
    /** Where both audit logs are copied to as well: a syslog server, a bucket of the S3 account above. */
    AUDIT_SYSLOG: z
      .string()
      .regex(/^(?:tcp|tls):\/\/[^/\s@]+:\d{1,5}$/, "must be tcp://host:port or tls://host:port")
      .optional(),
    AUDIT_S3: z
      .string()
      .regex(/^s3:\/\/[^/\s]+/, "must be s3://bucket or s3://bucket/prefix")
      .optional(),
    /** Shown at the foot of the sign-in page: who runs this installation, and what becomes of the data. */
    PRIVACY_URL: z.url({ protocol: /^https?$/ }).optional(),
    CONTACT_URL: z.url({ protocol: /^(https?|mailto)$/ }).optional(),
    SIGN_UP: z.enum(["closed", "open"]).default("closed"),
    /** Faults are proved in seconds, not minutes: tests shorten the queue's heartbeat (house §16). */
    JOB_HEARTBEAT_SECONDS: z.coerce.number().int().min(10).default(40),
    JOB_REFRESH_SECONDS: z.coerce.number().positive().default(10),
  })
  .superRefine((env, context) => {
    if (env.BLOB_URL?.startsWith("s3:") && !(env.S3_ACCESS_KEY && env.S3_SECRET_KEY))
      context.addIssue({
        code: "custom",
        path: ["BLOB_URL"],
        message: "s3:// needs S3_ACCESS_KEY and S3_SECRET_KEY",
      });
    if (env.AUDIT_S3 !== undefined && !(env.S3_ACCESS_KEY && env.S3_SECRET_KEY))
      context.addIssue({
        code: "custom",
        path: ["AUDIT_S3"],
        message: "needs S3_ACCESS_KEY and S3_SECRET_KEY",
      });
    if (env.SMTP_URL !== undefined && env.SMTP_FROM === undefined)
      context.addIssue({ code: "custom", path: ["SMTP_FROM"], message: "is needed by SMTP_URL" });
    if (env.LIVEKIT_URL !== undefined && !(env.LIVEKIT_API_KEY && env.LIVEKIT_API_SECRET))
      context.addIssue({
        code: "custom",
        path: ["LIVEKIT_URL"],
        message: "needs LIVEKIT_API_KEY and LIVEKIT_API_SECRET",
      });
    if (env.APP_URL !== undefined && !isPublicOrigin(env.APP_URL))
      context.addIssue({
        code: "custom",
        path: ["APP_URL"],
        message: "must be https://… or http:// on loopback, without a path",
      });
  });

/** The public origin is https, or http on loopback (reliability §3.3); no path, query or credentials. */
export function isPublicOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  if (url.origin !== value.replace(/\/$/, "") || url.username) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

export const isLoopback = (host: string): boolean =>
  host === "localhost" ||
  host === "::1" ||
  host === "[::1]" ||
  host.endsWith(".localhost") ||
  /^127(\.\d+){3}$/.test(host);
