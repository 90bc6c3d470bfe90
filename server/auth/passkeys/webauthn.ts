import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { COSEALG, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import type { UserRow } from '../protocol/objects.ts'

/** How long an authenticator's answer is waited for. */
export const ceremonySeconds = 300

/** Whom authenticators answer to: `config.auth.passkeys`. */
export type RelyingParty = { rpId: string; rpName: string; origins: string[] }

/** A public key of an authenticator, as it is stored. */
export type Credential = { id: string; publicKey: Buffer; counter: number; transports: string[] }

/** Kinds of keys, the most wanted first: all that authenticators make today. */
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

/** The id that authenticators keep of a person: it says nothing about them. */
const userHandle = (userId: string) => new TextEncoder().encode(userId)

type Wish = { residentKey: 'required' | 'discouraged'; userVerification: 'required' | 'preferred' }

/** What a browser needs to make a new key for the person; an authenticator that has one of `known` makes none. */
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

/** What a browser needs to have a challenge signed, by one of `allowed` or, when there are none, by any passkey. */
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

/** The new key that an authenticator made for this challenge; null when the answer is not in order. */
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

/** Checks that the credential's authenticator signed this challenge: its new counter, or null. */
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

/** The id of the credential in an answer, and of the person its authenticator made it for, if it says so. */
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
 * Drops what the maker of the authenticator says about it. Nobody here asks for it, and to check it would mean to read
 * certificates of strangers and to call addresses that they name.
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

/** The library throws plain errors for whatever is wrong in an answer, which a stranger wrote. */
async function orNull<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read()
  } catch {
    return null
  }
}
