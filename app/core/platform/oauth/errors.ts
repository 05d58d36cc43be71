/** The provider cannot be reached, or says of itself what cannot be right. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
  /** It sent us to another address. Requests that carry a secret go nowhere else. */
  readonly isRedirect: boolean;
  constructor(message: string, options: ErrorOptions & { isRedirect?: boolean } = {}) {
    super(message, options);
    this.isRedirect = options.isRedirect ?? false;
  }
}

/**
 * The provider gives no tokens for what it was shown: a code or refresh token that is over, or a client it does not
 * know. The message is its error code (RFC 6749 §5.2), else its status.
 */
export class GrantRefused extends Error {
  override name = "GrantRefused";
}

/** The browser came back without what it was sent for: no state of ours, another issuer, or consent was not given. */
export class AuthorizationCancelled extends Error {
  override name = "AuthorizationCancelled";
}

/** The ID token is none for us: not signed by the provider, meant for somebody else, or old. */
export class InvalidIdToken extends Error {
  override name = "InvalidIdToken";
}
