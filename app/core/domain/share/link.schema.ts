import * as z from "zod";
import { emailField, jsonField, lineField } from "../fields.schema.ts";

/** Of one link (product §6). */
export const MOST_ADDRESSES = 50;
/** What one press gives a link that ends, or was viewed as often as allowed. */
export const EXTENDED_DAYS = 14;
export const MORE_VIEWS = 10;
const PASSWORD = z.string().min(8).max(128);
const days = z.coerce.number().pipe(z.int().min(1).max(365));
const ms = z.coerce.number().pipe(z.int().min(0).max(2_147_483_647));
const ticked = z.stringbool().optional().default(false);

/** `a@example.com, b@example.com`, one a line or with commas; each one that is no address is named. */
const addresses = z
  .string()
  .max(20_000)
  .optional()
  .transform((text) => [
    ...new Set(
      (text ?? "")
        .split(/[\s,;、，；]+/)
        .filter((part) => part !== "")
        .map((part) => part.normalize("NFKC").toLowerCase()),
    ),
  ])
  .superRefine((emails, context) => {
    if (emails.length > MOST_ADDRESSES)
      context.addIssue({ code: "custom", message: `too_many_entries?n=${MOST_ADDRESSES}` });
    for (const email of emails.slice(0, MOST_ADDRESSES))
      if (!emailField.safeParse(email).success)
        context.addIssue({
          code: "custom",
          message: `not_email?${new URLSearchParams({ email }).toString()}`,
        });
  });

/** What people outside read over it; without one, it is called as what it leads to. */
const title = lineField(200)
  .transform((text) => (text === "" ? undefined : text))
  .optional();

/** A new link. Without times it shows the whole call; without addresses, whoever has it may open it. */
export const newLinkForm = z.object({
  title,
  t0Ms: ms.optional(),
  t1Ms: ms.optional(),
  names: ticked,
  transcript: ticked,
  summary: ticked,
  download: ticked,
  /** Keys may be made for it that let it play on other sites. */
  embed: ticked,
  /** Who it is for, as the form says: for people it is open to nobody else, also where no address was typed. */
  audience: z.enum(["people", "anyone"]).optional(),
  addresses,
  password: PASSWORD.optional(),
  maxViews: z.coerce.number().pipe(z.int().min(1).max(10_000)).optional(),
  days: days.optional().default(14),
  message: z.string().trim().normalize("NFC").max(1_000).optional(),
});
export type NewLink = z.output<typeof newLinkForm>;

/** A link to a clip: the whole of it, as it was saved when the form was opened. */
export const newClipLinkForm = newLinkForm
  .omit({ t0Ms: true, t1Ms: true, summary: true })
  .extend({ revision: z.coerce.number().pipe(z.int().positive()) });
export type NewClipLink = z.output<typeof newClipLinkForm>;
/** Each with the revision that the list showed, and as many as a page of it can show. */
const shownClips = z.array(
  z.object({ clipId: z.uuid(), revision: z.int().positive().max(2_147_483_647) }),
);
/** Links to several clips, one each: all on the same terms, and each under its clip's title. */
export const manyClipLinksForm = newClipLinkForm
  .omit({ revision: true, title: true, embed: true })
  .extend({ clips: jsonField(shownClips.min(1).max(100)) });
export type ManyClipLinks = z.output<typeof manyClipLinksForm>;
export const agreeForm = newClipLinkForm.pick({ revision: true });

/** Of a list as the form showed it: 64 hexadecimal digits. Without it, the list is taken as it stands. */
const stamp = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .optional();

/** A link to a library: the list as it stood when the form was opened, with the same for each of its items. */
export const newLibraryLinkForm = newLinkForm
  .omit({ t0Ms: true, t1Ms: true, summary: true, embed: true })
  .extend({ whys: ticked, stamp });
export type NewLibraryLink = z.output<typeof newLibraryLinkForm>;

export const ofLink = z.object({ linkId: z.uuid() });
export const extendLinkForm = ofLink.extend({ days });
export const changeLinkPasswordForm = ofLink.extend({ password: PASSWORD });
export const addLinkAddressesForm = ofLink.extend({ addresses });
export const allowLinkViewsForm = ofLink.extend({
  /** So many more than now. */
  views: z.coerce.number().pipe(z.int().min(1).max(1_000)),
});
export const removeLinkAddressForm = ofLink.extend({ email: emailField });
export const updateLinkForm = ofLink.extend({ stamp });
