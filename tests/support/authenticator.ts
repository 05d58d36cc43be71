import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest();
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** What a hostile page, or a device without a lock, does otherwise. */
type Ways = { origin?: string; rpId?: string; flags?: number; count?: number };
const asked = (options: string): { challenge: string } => {
  const parsed: unknown = JSON.parse(options);
  if (typeof parsed === "object" && parsed !== null && "challenge" in parsed)
    return { challenge: String(parsed.challenge) };
  throw new Error("There is no challenge.");
};

/** A device that keeps one passkey, in this process: WebAuthn level 3 §6 with ES256 and no attestation. */
export function anAuthenticator(origin = "http://localhost:3000", rpId = "localhost") {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let counted = 0;
  const said = (type: string, options: string, ways: Ways): Buffer =>
    Buffer.from(
      JSON.stringify({ type, challenge: asked(options).challenge, origin: ways.origin ?? origin }),
    );
  const data = (flags: number, ways: Ways, rest: Uint8Array = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(ways.count ?? (counted += 1));
    return Buffer.concat([
      sha256(ways.rpId ?? rpId),
      Buffer.from([ways.flags ?? flags]),
      count,
      rest,
    ]);
  };
  /** COSE: kty EC2, alg ES256, curve P-256. */
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, "base64url"),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, "base64url"),
  ]);
  return {
    id: b64(id),
    /** Answers registration options. @returns the JSON a browser sends */
    make(options: string, ways: Ways = {}): string {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const authData = data(PRESENT | VERIFIED | ATTESTED, ways, attested);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(authData.length);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        Buffer.from([0x63]),
        Buffer.from("fmt"),
        Buffer.from([0x64]),
        Buffer.from("none"),
        Buffer.from([0x67]),
        Buffer.from("attStmt"),
        Buffer.from([0xa0]),
        Buffer.from([0x68]),
        Buffer.from("authData"),
        Buffer.from([0x59]),
        size,
        authData,
      ]);
      return JSON.stringify({
        id: b64(id),
        rawId: b64(id),
        type: "public-key",
        response: {
          clientDataJSON: b64(said("webauthn.create", options, ways)),
          attestationObject: b64(attestation),
          transports: ["internal"],
        },
        clientExtensionResults: {},
      });
    },
    /** Answers authentication options. @returns the JSON a browser sends */
    show(options: string, ways: Ways = {}): string {
      const clientData = said("webauthn.get", options, ways);
      const authData = data(PRESENT | VERIFIED, ways);
      const signature = createSign("sha256")
        .update(Buffer.concat([authData, sha256(clientData)]))
        .sign(privateKey);
      return JSON.stringify({
        id: b64(id),
        rawId: b64(id),
        type: "public-key",
        response: {
          clientDataJSON: b64(clientData),
          authenticatorData: b64(authData),
          signature: b64(signature),
        },
        clientExtensionResults: {},
      });
    },
  };
}
export type Authenticator = ReturnType<typeof anAuthenticator>;
