import * as z from "zod";

const bytes = z
  .string()
  .max(20_000)
  .regex(/^[A-Za-z0-9_-]*$/);
const credential = <R extends z.ZodType>(response: R) =>
  z
    .string()
    .max(60_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "invalid" });
        return z.NEVER;
      }
    })
    .pipe(
      z.object({
        id: bytes.min(1),
        rawId: bytes.min(1),
        type: z.literal("public-key"),
        response,
        authenticatorAttachment: z.exactOptional(z.enum(["platform", "cross-platform"])),
        clientExtensionResults: z.object({}).catch({}),
      }),
    );

/** What a browser answers for a new passkey, as JSON in a field. */
export const newCredential = credential(
  z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.exactOptional(z.array(z.string().max(30)).max(10)),
  }),
);
/** What it answers at the door. */
export const shownCredential = credential(
  z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.exactOptional(bytes),
  }),
);
export type NewCredential = z.output<typeof newCredential>;
export type ShownCredential = z.output<typeof shownCredential>;

/** What a browser answers in place of a password. */
export const passkeyForm = z.object({
  credential: shownCredential,
  next: z.string().max(2_000).optional(),
});
