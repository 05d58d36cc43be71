import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

/** A challenge for the browser, as an action answers it. */
export type PasskeyOffer = { options: string };

export const isOffer = (answer: unknown): answer is PasskeyOffer =>
  typeof answer === "object" &&
  answer !== null &&
  "options" in answer &&
  typeof answer.options === "string";

/* oxlint-disable typescript/no-unsafe-type-assertion -- our own server's words, read by the browser itself */
export const forRequest = (options: string): PublicKeyCredentialRequestOptionsJSON =>
  JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON;
export const forCreation = (options: string): PublicKeyCredentialCreationOptionsJSON =>
  JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON;
