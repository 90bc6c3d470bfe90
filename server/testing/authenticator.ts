import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } }
type How = {
  /** The page that the person's browser is on. */
  origin?: string
  /** Signs for another relying party. */
  rpId?: string
  type?: string
  /** Does not increase the counter, like a copy of the authenticator. */
  counter?: number
  /** Does not ask for a PIN or fingerprint. */
  unverified?: boolean
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

const present = 0x01
const verified = 0x04
const hasKey = 0x40

/** An authenticator in software: one key for one relying party, with answers as a browser sends them. */
export function newAuthenticator(defaultOrigin = 'http://localhost:3000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let counter = 0
  let userHandle: string | undefined

  const clientData = (type: string, challenge: string, origin = defaultOrigin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const authenticatorData = (rpId: string, how: How, flags: number) =>
    Buffer.concat([
      sha256(how.rpId ?? rpId),
      Buffer.of(flags | present | (how.unverified ? 0 : verified)),
      uint32(how.counter ?? ++counter),
    ])

  const answer = (response: Record<string, unknown>) => ({
    id: base64url(credentialId),
    rawId: base64url(credentialId),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })

  return {
    credentialId: base64url(credentialId),

    /** Answers creation options. */
    create(options: Options, how: How & { attestation?: { fmt: string; attStmt: Map<string, unknown> } } = {}) {
      userHandle = options.user?.id
      const authData = Buffer.concat([
        authenticatorData(options.rp!.id!, how, hasKey),
        Buffer.alloc(16),
        uint32(credentialId.length).subarray(2),
        credentialId,
        coseKey(publicKey),
      ])
      const { fmt, attStmt } = how.attestation ?? { fmt: 'none', attStmt: new Map() }
      const attestation = new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(authData)],
      ])
      return answer({
        clientDataJSON: base64url(clientData(how.type ?? 'webauthn.create', options.challenge, how.origin)),
        attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ['internal', 'hybrid', 'unheard-of'],
      })
    },

    /** Answers request options. */
    sign(options: Options, how: How & { userHandle?: string | null } = {}) {
      const authData = authenticatorData(options.rpId!, how, 0)
      const client = clientData(how.type ?? 'webauthn.get', options.challenge, how.origin)
      const handle = how.userHandle === undefined ? userHandle : how.userHandle
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)),
        ...(handle && { userHandle: handle }),
      })
    },
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** From RFC 9053: an elliptic-curve key with two coordinates, on P-256, for ES256. */
function coseKey(key: KeyObject): Uint8Array {
  const { x, y } = key.export({ format: 'jwk' })
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
    ]),
  )
}
