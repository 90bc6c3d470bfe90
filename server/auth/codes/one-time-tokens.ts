import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { AuthOneTimeTokenTable, OneTimeTokenKind } from '../../db/tables/auth/codes.ts'
import type { Deps } from '../../deps.ts'
import { linkTo } from './links.ts'

export type OneTimeToken = Selectable<AuthOneTimeTokenTable>
type TokenDeps = Pick<Deps, 'config' | 'keys' | 'now'>

const mailLifeSeconds = 3600
const smsLifeSeconds = 60
/** After this many wrong codes a code stops working. The link, which nobody can guess, still works. */
const maxAttempts = 5
const codeDigits = 6

export const isMailAddress = (address: string) => address.includes('@')

/** A link's token begins with this if its result is a code for whoever asked for the link (PKCE). */
export const pkcePrefix = 'pkce_'

type NewToken = {
  user: { id: string }
  kind: OneTimeTokenKind
  /** What it is for: `signup`, `invite`, `magiclink`, `recovery`, `email_change`, `sms`, … */
  method: string
  /** Where it is sent. */
  address: string
  redirectTo: string
  flowStateId: string | null
}

/**
 * Makes a code for a person, and a link that does the same. They replace an earlier code of the same kind. Only keyed
 * hashes are stored, so neither can be read back. Nothing is sent.
 */
export async function makeOneTimeToken(
  trx: Trx,
  { config, keys, now }: TokenDeps,
  { user, kind, method, address, redirectTo, flowStateId }: NewToken,
): Promise<{ code: string; hash: string; link: string }> {
  const code =
    config.auth.testOtp.get(address.toLowerCase()) ?? String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  // It looks like the protocol's hash of address and code, but cannot be computed from them.
  const hash = createHash('sha224').update(randomBytes(32)).update(address).update(code).digest('hex')
  const token = flowStateId === null ? hash : pkcePrefix + hash
  const at = now()
  const lifeSeconds = isMailAddress(address) ? mailLifeSeconds : smsLifeSeconds
  const row = {
    link_hash: hashOfLink(keys.secretKey, token),
    code_hash: hashOfCode(keys.secretKey, { user_id: user.id, kind, address }, code),
    address,
    method,
    redirect_to: redirectTo,
    flow_state_id: flowStateId,
    attempts: 0,
    created_at: at,
    expires_at: new Date(at.getTime() + lifeSeconds * 1000),
    confirmed_at: null,
  }
  await trx
    .insertInto('auth.one_time_tokens')
    .values({ user_id: user.id, kind, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(row))
    .execute()
  return { code, hash: token, link: linkTo(config.auth.externalUrl, { token, kind, method, redirectTo }) }
}

/** The valid token that a link's `token` belongs to, locked. */
export async function findByLink(
  trx: Trx,
  { keys, now }: TokenDeps,
  token: string,
  kinds: OneTimeTokenKind[],
): Promise<OneTimeToken | undefined> {
  const row = await trx
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('link_hash', '=', hashOfLink(keys.secretKey, token))
    .where('kind', 'in', kinds)
    .forUpdate()
    .executeTakeFirst()
  return row && isAlive(row, now()) ? row : undefined
}

/**
 * The person's valid token that `code` belongs to. A wrong code counts against every token it was tried on, so commit the
 * transaction whatever the result.
 */
export async function tryCode(
  trx: Trx,
  { keys, now }: TokenDeps,
  { userId, kinds, address, code }: { userId: string; kinds: OneTimeTokenKind[]; address: string; code: string },
): Promise<OneTimeToken | undefined> {
  const rows = await trx
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('address', '=', address)
    .orderBy('kind')
    // Simultaneous guesses wait for each other, so that all of them count.
    .forUpdate()
    .execute()
  const tried = rows.filter((row) => isAlive(row, now()) && row.attempts < maxAttempts)
  const found = tried.find((row) => timingSafeEqual(row.code_hash, hashOfCode(keys.secretKey, row, code)))
  if (found || tried.length === 0) return found
  await trx
    .updateTable('auth.one_time_tokens')
    .set((set) => ({ attempts: set('attempts', '+', 1) }))
    .where('user_id', '=', userId)
    .where(
      'kind',
      'in',
      tried.map((row) => row.kind),
    )
    .execute()
  return undefined
}

/** Deletes the person's codes and links of these kinds, or all of them. */
export async function forgetTokens(trx: Trx, userId: string, kinds?: OneTimeTokenKind[]): Promise<void> {
  await trx
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', userId)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds!))
    .execute()
}

/** The confirmations of a change of email address. */
const emailChange: OneTimeTokenKind[] = ['email_change_current', 'email_change_new']

/** Deletes the links that were sent for a change of email address. */
export const forgetEmailChange = (trx: Trx, userId: string) => forgetTokens(trx, userId, emailChange)

const tokensOf: Record<'email' | 'phone', OneTimeTokenKind[]> = {
  email: ['confirmation', 'recovery', ...emailChange, 'reauthentication'],
  phone: ['phone', 'phone_change', 'reauthentication'],
}

/** Deletes everything that was sent to the account's previous address of a kind. */
export const forgetTokensOf = (trx: Trx, userId: string, kind: 'email' | 'phone') =>
  forgetTokens(trx, userId, tokensOf[kind])

/** Deletes expired tokens. */
export async function forgetOldTokens(trx: Trx, now: Date): Promise<void> {
  await trx.deleteFrom('auth.one_time_tokens').where('expires_at', '<', now.toISOString()).execute()
}

const isAlive = (row: OneTimeToken, now: Date) => row.confirmed_at === null && new Date(row.expires_at) > now

const keyed = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest()
const hashOfLink = (secret: string, token: string) => keyed(secret, `one-time link ${token}`)
const hashOfCode = (
  secret: string,
  { user_id, kind, address }: Pick<OneTimeToken, 'user_id' | 'kind' | 'address'>,
  code: string,
) => keyed(secret, `one-time code ${user_id} ${kind} ${address} ${code}`)
