import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Trx } from '../../db/connect.ts'

/** Only the hash is stored, so a stolen backup opens nothing. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * The token that replaces `parent`, computed from the parent and the server's secret. A client that lost the answer can
 * thus get the very same token again, although only hashes are stored, and a session never has two.
 */
const childOf = (parent: string, secret: string): string =>
  createHmac('sha256', secret).update(`refresh token after ${parent}`).digest('base64url')

/**
 * The token that replaces another when a second factor raises the session and only the other one's hash is known. It can
 * also be computed from the old token, so a tab that refreshes at this moment ends up with the same token.
 */
const raisedFrom = (parentHash: Buffer, secret: string): string =>
  createHmac('sha256', secret)
    .update(`raised refresh token after ${parentHash.toString('hex')}`)
    .digest('base64url')

type NewToken = { token: string; sessionId: string; parent: string | null; now: Date }

export async function insertToken(trx: Trx, { token, sessionId, parent, now }: NewToken): Promise<void> {
  await trx
    .insertInto('auth.refresh_tokens')
    .values({
      token_hash: hashOf(token),
      session_id: sessionId,
      parent_hash: parent === null ? null : hashOf(parent),
      created_at: now,
    })
    .execute()
}

export function findToken(trx: Trx, token: string) {
  return trx
    .selectFrom('auth.refresh_tokens')
    .select(['session_id', 'revoked_at'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
}

/** Ends one token, or every token of the session if none is given. */
export async function revokeTokens(trx: Trx, sessionId: string, now: Date, token?: string): Promise<void> {
  await trx
    .updateTable('auth.refresh_tokens')
    .set({ revoked_at: now })
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .$if(token !== undefined, (query) => query.where('token_hash', '=', hashOf(token!)))
    .execute()
}

/**
 * Trades a token for its successor while the session is locked. A used token still gets the session's active token if
 * that is its direct child (the client lost the answer), or if it was used only a moment ago (parallel tabs and
 * server-side renderers hold the same token). Anything else is reuse, and returns null.
 */
export async function rotate(
  trx: Trx,
  presented: string,
  { sessionId, secret, reuseSeconds, now }: { sessionId: string; secret: string; reuseSeconds: number; now: Date },
): Promise<string | null> {
  const row = await findToken(trx, presented)
  if (!row) return null
  const child = childOf(presented, secret)
  if (row.revoked_at === null) {
    await revokeTokens(trx, sessionId, now, presented)
    await insertToken(trx, { token: child, sessionId, parent: presented, now })
    return child
  }
  const isRecent = now.getTime() - new Date(row.revoked_at).getTime() < reuseSeconds * 1000
  for (let next = await successorOf(trx, presented, secret); next; next = await successorOf(trx, next.token, secret)) {
    // A token from before the second factor leads to later ones only for as long as tabs need.
    if (next.isRaised && !isRecent) return null
    if (next.revoked_at === null) return next.token
    if (!isRecent) return null
  }
  return null
}

async function successorOf(trx: Trx, token: string, secret: string) {
  const child = childOf(token, secret)
  const row = await findToken(trx, child)
  if (row) return { ...row, token: child, isRaised: false }
  const raised = raisedFrom(hashOf(token), secret)
  const raisedRow = await findToken(trx, raised)
  return raisedRow && { ...raisedRow, token: raised, isRaised: true }
}

/** Gives the locked session a new refresh token. Tokens handed out before its level rose stop working. */
export async function replaceToken(trx: Trx, sessionId: string, secret: string, now: Date): Promise<string> {
  const active = await trx
    .selectFrom('auth.refresh_tokens')
    .select('token_hash')
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  await revokeTokens(trx, sessionId, now)
  const token = active ? raisedFrom(active.token_hash, secret) : newToken()
  await trx
    .insertInto('auth.refresh_tokens')
    .values({
      token_hash: hashOf(token),
      session_id: sessionId,
      parent_hash: active?.token_hash ?? null,
      created_at: now,
    })
    .execute()
  return token
}
