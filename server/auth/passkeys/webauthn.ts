import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { COSEALG, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import type { UserRow } from '../protocol/objects.ts'

/** How long to wait for an authenticator's answer. */
export const ceremonySeconds = 300

/** The site that authenticators answer to: `config.auth.passkeys`. */
export type RelyingParty = { rpId: string; rpName: string; origins: string[] }

/** An authenticator's public key, as it is stored. */
export type Credential = { id: string; publicKey: Buffer; counter: number; transports: string[] }

/** The algorithms that today's authenticators use, preferred ones first. */
const supportedAlgorithmIDs = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof transports)[number]

const knownTransports = (names: readonly string[]): Transport[] => transports.filter((name) => names.includes(name))

const keyMembers = { id: z.string().min(1).max(1400), rawId: z.string(), type: z.literal('public-key') }
const Registration = z.object({
  ...keyMembers,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string()).catch([]),
  }),
})
const Assertion = z.object({
  ...keyMembers,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().nullish(),
  }),
})

/** The id that authenticators store for a person. It reveals nothing about them. */
const userHandle = (userId: string) => new TextEncoder().encode(userId)

type Wish = { residentKey: 'required' | 'discouraged'; userVerification: 'required' | 'preferred' }

/** What a browser needs to make a new key for the person. An authenticator that has one of `known` makes none. */
export function creationOptions(
  { rpId, rpName }: RelyingParty,
  user: UserRow,
  { known, ...authenticatorSelection }: Wish & { known: Pick<Credential, 'id' | 'transports'>[] },
) {
  const name = user.email || user.phone || user.id
  return generateRegistrationOptions({
    rpID: rpId,
    rpName,
    userID: userHandle(user.id),
    userName: name,
    userDisplayName: name,
    timeout: ceremonySeconds * 1000,
    attestationType: 'none',
    supportedAlgorithmIDs,
    authenticatorSelection,
    excludeCredentials: known.map(toDescriptor),
  })
}

/** What a browser needs to get a challenge signed by one of `allowed`, or by any passkey if that is empty. */
export function requestOptions(
  { rpId }: RelyingParty,
  { allowed, userVerification }: Pick<Wish, 'userVerification'> & { allowed: Pick<Credential, 'id' | 'transports'>[] },
) {
  return generateAuthenticationOptions({
    rpID: rpId,
    timeout: ceremonySeconds * 1000,
    userVerification,
    allowCredentials: allowed.map(toDescriptor),
  })
}

const toDescriptor = ({ id, transports: names }: Pick<Credential, 'id' | 'transports'>) => ({
  id,
  transports: knownTransports(names),
})

type Expected = Pick<RelyingParty, 'rpId' | 'origins'> & { challenge: string; requireUserVerification: boolean }

/** The new key that an authenticator made for this challenge, or null if the answer is wrong. */
export async function readRegistration(answer: unknown, expected: Expected): Promise<Credential | null> {
  const { data } = Registration.safeParse(answer)
  if (!data) return null
  const { response } = data
  return orNull(async () => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...data,
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: withoutAttestation(response.attestationObject),
        },
        clientExtensionResults: {},
      },
      supportedAlgorithmIDs,
      ...toLibrary(expected),
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { id, publicKey: Buffer.from(publicKey), counter, transports: knownTransports(response.transports) }
  })
}

/** Checks that the credential's authenticator signed this challenge. Returns its new counter, or null if it did not. */
export async function readAssertion(
  answer: unknown,
  expected: Expected,
  { id, publicKey, counter }: Credential,
): Promise<number | null> {
  const { data } = Assertion.safeParse(answer)
  if (data?.id !== id) return null
  return orNull(async () => {
    const { userHandle: handle, ...response } = data.response
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...data,
        response: { ...response, ...(handle && { userHandle: handle }) },
        clientExtensionResults: {},
      },
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      ...toLibrary(expected),
    })
    return verified ? authenticationInfo.newCounter : null
  })
}

/** The id of the credential in an answer and, if the answer says so, of the person it was made for. */
export function readWho(answer: unknown): { credentialId: string; userId: string | undefined } | null {
  const { data } = Assertion.safeParse(answer)
  if (!data) return null
  const handle = data.response.userHandle
  return { credentialId: data.id, userId: handle ? Buffer.from(handle, 'base64url').toString() : undefined }
}

const toLibrary = ({ challenge, rpId, origins, requireUserVerification }: Expected) => ({
  expectedChallenge: challenge,
  expectedRPID: rpId,
  expectedOrigin: origins,
  requireUserVerification,
})

/**
 * Drops the manufacturer's statement about the authenticator. We do not ask for it, and checking it would mean reading
 * strangers' certificates and calling addresses that they name.
 */
function withoutAttestation(attestationObject: string): string {
  const decoded = isoCBOR.decodeFirst<Map<string, Uint8Array<ArrayBuffer>>>(isoBase64URL.toBuffer(attestationObject))
  const authData = decoded.get('authData')!
  return isoBase64URL.fromBuffer(
    isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    ),
  )
}

/** The library throws plain errors for anything wrong in an answer, and strangers write the answers. */
async function orNull<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read()
  } catch {
    return null
  }
}
