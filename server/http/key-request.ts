import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { monthlyRequests, trialTier } from '#domain/api-quota.ts'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { isForKeys, may, type Action, type KeyRole } from '#domain/permissions.ts'
import { calendarMonth } from '#domain/time.ts'
import { setWorkspace, type Db, type Trx } from '../db/connect.ts'
import { hashApiKey } from './api-key.ts'
import { wantedWorkspace, type Actor } from './auth.ts'

/** A program that may come in. */
export type KeyCaller = { keyId: string; name: string; role: KeyRole; workspaceId: string }

type Row = {
  key_id: string
  key_name: string
  role: KeyRole
  workspace_id: string
  time_zone: string
  refusal: ErrorCode | 'month_unknown' | null
  monthly_limit: number | null
  used: number | null
  month_ends_at: string | null
}

const limits = JSON.stringify({ ...monthlyRequests, trial: monthlyRequests[trialTier] })

/**
 * Lets a request with an API key in and counts it against the month of its workspace; the reply says how much is left.
 * @throws AppError `api_key_unknown`, `api_key_revoked`, `api_key_expired`, `no_workspace`, `quota_exceeded`
 */
export async function admitKey(
  { db, now }: { db: Db; now: () => Date },
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<KeyCaller> {
  const hash = hashApiKey(key)
  if (!hash) throw new AppError('api_key_unknown')
  const at = now()
  const ask = { hash, wanted: wantedWorkspace(request), at }
  let row = await beginKeyRequest(db, ask)
  if (row.refusal === 'month_unknown') row = await beginKeyRequest(db, ask, calendarMonth(at, row.time_zone))
  if (row.month_ends_at !== null) sayQuota(reply, row, at)
  if (row.refusal === 'quota_exceeded') {
    throw new AppError('quota_exceeded', { limit: row.monthly_limit, resets_at: row.month_ends_at })
  }
  if (row.refusal !== null) throw new AppError(row.refusal as ErrorCode)
  return { keyId: row.key_id, name: row.key_name, role: row.role, workspaceId: row.workspace_id }
}

type Ask = { hash: Buffer; wanted: string | null; at: Date }

async function beginKeyRequest(db: Db, ask: Ask, month?: { firstDay: string; endsAt: Date }): Promise<Row> {
  const { rows } = await sql<Row>`select * from begin_key_request(${ask.hash}, ${ask.wanted}, ${ask.at}, ${limits},
    ${month?.firstDay ?? null}, ${month?.endsAt ?? null})`.execute(db)
  if (!rows[0]) throw new AppError('api_key_unknown')
  return rows[0]
}

function sayQuota(reply: FastifyReply, { monthly_limit, used, month_ends_at, refusal }: Row, at: Date): void {
  const seconds = Math.ceil((Date.parse(month_ends_at!) - at.getTime()) / 1000)
  reply.headers({
    'x-quota-limit': monthly_limit ?? 'unlimited',
    // A tier that became smaller leaves less than nothing.
    'x-quota-remaining': monthly_limit === null ? 'unlimited' : Math.max(0, monthly_limit - used!),
    'x-quota-reset': seconds,
  })
  if (refusal === 'quota_exceeded') reply.header('retry-after', seconds)
}

/**
 * Makes the key's workspace the tenant of the transaction.
 * @throws AppError `not_for_api_keys`, `not_allowed`
 */
export async function enterWithKey(trx: Trx, caller: KeyCaller, action: Action): Promise<Actor> {
  if (!isForKeys(action)) throw new AppError('not_for_api_keys')
  if (!may(caller.role, action)) throw new AppError('not_allowed', { role: caller.role })
  const { keyId, name, role, workspaceId } = caller
  await setWorkspace(trx, workspaceId)
  return { userId: keyId, email: '', name, workspaceId, role, aal: null, isApiKey: true }
}
