import * as z from "zod";

const name = z.string().trim().normalize("NFC").min(1).max(80);
export const optionalId = z
  .union([z.literal(""), z.uuid()])
  .optional()
  .transform((id) => (id === undefined || id === "" ? null : id));
const optionalMs = z
  .union([z.literal(""), z.coerce.number().int().min(0).max(86_400_000)])
  .optional()
  .transform((ms) => (typeof ms === "number" ? ms : null));
const version = z.coerce.number().int().positive();
const description = z.string().trim().normalize("NFC").max(280).default("");
/** Why it is good, in a line under the title. */
const why = z.string().trim().normalize("NFC").max(280).default("");

export const LIBRARY_KINDS = ["personal", "team", "workspace"] as const;

export const LIBRARY_LEVELS = ["reader", "curator", "owner"] as const;

export const makeLibraryForm = z.object({
  intent: z.literal("make_library"),
  name,
  description,
  kind: z.enum(LIBRARY_KINDS),
  teamId: optionalId,
});
export const changeLibraryForm = z.object({
  intent: z.literal("change_library"),
  name,
  description,
  version,
});
export const giveRoleForm = z.object({
  intent: z.literal("give_role"),
  /** `member:` or `team:` and an id. */
  grantee: z.string().regex(/^(?:member|team):[0-9a-f-]{36}$/),
  level: z.enum(LIBRARY_LEVELS),
  /** The word of the actor that so many items open by it, as the form said it. */
  opens: z.coerce.number().int().min(0).default(0),
});
export const takeBackRoleForm = z.object({
  intent: z.literal("take_back_role"),
  roleId: z.uuid(),
});
/** `parentId`: the folder it lies in; an empty one is none. */
export const makeFolderForm = z.object({
  intent: z.literal("make_folder"),
  name,
  parentId: optionalId,
});
export const changeFolderForm = z.object({
  intent: z.literal("change_folder"),
  folderId: z.uuid(),
  name,
  parentId: optionalId,
});
export const removeFolderForm = z.object({
  intent: z.literal("remove_folder"),
  folderId: z.uuid(),
});
export const addItemForm = z.object({
  intent: z.literal("add_item"),
  /** One of the two; a clip is added as a whole. */
  callId: optionalId,
  clipId: optionalId,
  folderId: optionalId,
  t0Ms: optionalMs,
  t1Ms: optionalMs,
  why,
  /** The word of the actor that this gives people access; their number, as the form said it. */
  gives: z.coerce.number().int().min(0).optional(),
});
/** Ids of clips as the address of the page has them: "id,id". */
export const clipIdList = z
  .string()
  .max(4_000)
  .transform((text) => [...new Set(text.split(","))])
  .pipe(z.array(z.uuid()).min(1).max(100));
export const addClipsForm = z.object({
  intent: z.literal("add_clips"),
  clipIds: clipIdList,
  folderId: optionalId,
  gives: z.coerce.number().int().min(0),
});
export const askItemForm = addItemForm.omit({ intent: true, gives: true }).extend({
  intent: z.literal("ask_item"),
});
export const moveItemForm = z.object({
  intent: z.literal("move_item"),
  itemId: z.uuid(),
  folderId: optionalId,
  /** From 1 on. */
  place: z.coerce.number().int().min(1).max(10_000),
});
export const noteItemForm = z.object({ intent: z.literal("note_item"), itemId: z.uuid(), why });
export const ofItem = z.object({ itemId: z.uuid() });
export const acceptItemForm = ofItem.extend({
  intent: z.literal("accept_item"),
  gives: z.coerce.number().int().min(0),
});
export const ofLibrary = z.object({ libraryId: z.uuid() });
/** Where somebody stands in an item, from the start of its call. */
export const placeForm = z.object({
  positionMs: z.coerce.number().int().min(0).max(86_400_000),
  isEnded: z.enum(["yes", "no"]).transform((value) => value === "yes"),
});

type Input<S extends z.ZodType> = Omit<z.output<S>, "intent">;
export type NewLibrary = Input<typeof makeLibraryForm>;
export type LibraryChange = Input<typeof changeLibraryForm>;
export type NewRole = Input<typeof giveRoleForm>;
export type NewItem = Input<typeof addItemForm>;
export type ManyClips = Input<typeof addClipsForm>;
export type AskedItem = Input<typeof askItemForm>;
export type NewFolder = Input<typeof makeFolderForm>;
export type FolderChange = Input<typeof changeFolderForm>;
export type ItemMove = Input<typeof moveItemForm>;
export type ItemNote = Input<typeof noteItemForm>;
export type Place = z.output<typeof placeForm>;
