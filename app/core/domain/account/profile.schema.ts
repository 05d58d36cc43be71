import * as z from "zod";
import { newCredential } from "./passkey.schema.ts";
import { languageField, nameField, zoneField } from "../fields.schema.ts";
import { newPasswordField } from "./account.schema.ts";

/** Asked for from who has one; who has none signs in again instead. */
const presentPassword = z.string().max(1_024).optional();

export const profileForm = z.object({
  intent: z.literal("profile"),
  name: nameField,
  reading: z.string().trim().max(100).optional(),
  nameOrder: z.enum(["given_first", "family_first"]),
  language: languageField,
  timeZone: zoneField,
  version: z.coerce.number().int().positive(),
});
export const passwordForm = z.object({
  intent: z.literal("password"),
  currentPassword: z.string().min(1).max(1_024),
  password: newPasswordField,
});
export const factorOnForm = z.object({
  intent: z.literal("factor_on"),
  sealed: z.string().min(1).max(1_000),
  code: z.string().trim().min(1).max(40),
  currentPassword: presentPassword,
});
export const factorOffForm = z.object({
  intent: z.literal("factor_off"),
  currentPassword: presentPassword,
});
export const passkeyBeginForm = z.object({
  intent: z.literal("passkey_begin"),
  name: nameField,
  currentPassword: presentPassword,
});
export const identityProviderLinkForm = z.object({
  intent: z.literal("partner_link"),
  partner: z.string().max(60),
  currentPassword: presentPassword,
});
export const passkeyAddForm = z.object({
  partial: z.string().min(1).max(200),
  name: nameField,
  credential: newCredential,
});
export const ofPasskey = z.object({ passkeyId: z.uuid() });
export const ofSession = z.object({ sessionId: z.uuid() });
export const ofIdentityProviderLogin = z.object({ partnerLoginId: z.uuid() });
export type Profile = z.output<typeof profileForm>;
export type PasswordChange = z.output<typeof passwordForm>;
