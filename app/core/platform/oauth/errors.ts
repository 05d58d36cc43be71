/** The provider cannot be reached, or says of itself what cannot be right. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

/** The ID token is none for us: not signed by the provider, meant for somebody else, or old. */
export class InvalidIdToken extends Error {
  override name = "InvalidIdToken";
}
