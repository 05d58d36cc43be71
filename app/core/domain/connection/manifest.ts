/**
 * The file a HubSpot project is set up with (`app-hsmeta.json`), so that scopes and the way back need not be typed.
 * Salesforce has no file of the kind to paste.
 */
export const hubspotManifest = (redirectUrl: string, scopes: readonly string[]): string =>
  JSON.stringify(
    {
      uid: "parley",
      type: "app",
      config: {
        name: "Parley",
        distribution: "private",
        auth: {
          type: "oauth",
          redirectUrls: [redirectUrl],
          requiredScopes: scopes,
          optionalScopes: [],
          conditionallyRequiredScopes: [],
        },
      },
    },
    null,
    2,
  );
