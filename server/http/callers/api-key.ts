import { sql } from 'kysely'
import { monthlyRequests, trialTier } from '#domain/api-quota.ts'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { isForKeys, may, type Action, type KeyRole } from '#domain/permissions.ts'
import { calendarMonth } from '#domain/time.ts'
import { setWorkspace, type Db, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { hashApiKey } from '../key-format.ts'
import { inWorkspaces, type Actor } from './actor.ts'
import type { Caller } from './caller.ts'
import { readToken, wantedWorkspace } from './token.ts'

/**
 * Programs show an API key. Each request counts against the monthly quota of the key's workspace, even one that is then
 * refused. The key's role must allow the action, and the action must be open to keys at all.
 */
export function apiKey(action: Action): Caller<Actor> {
  return {
    ...inWorkspaces,
    async admit({ deps, request, reply }) {
      const shown = { key: readToken(request), wanted: wantedWorkspace(request) }
      const key = await countRequest(deps, shown, (headers) => reply.headers(headers))
      return { whose: key.workspaceId, enter: (trx) => enterForAction(trx, key, action) }
    },
  }
}

/** A key that may be used, and was counted. */
export type KnownKey = { keyId: string; name: string; role: KeyRole; workspaceId: string }

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
 * Counts a request against the month of its key's workspace.
 * @param say puts into the headers of a reply how much is left
 * @throws AppError `api_key_unknown`, `api_key_revoked`, `api_key_expired`, `no_workspace`, `quota_exceeded`
 */
export async function countRequest(
  { db, now, limiter }: Deps,
  { key, wanted }: { key: string; wanted: string | null },
  say: (headers: QuotaHeaders) => void,
): Promise<KnownKey> {
  const hash = hashApiKey(key)
  if (!hash) throw new AppError('api_key_unknown')
  const at = now()
  const ask = { hash, wanted, at }
  let row = await beginKeyRequest(db, ask)
  if (row.refusal === 'month_unknown') row = await beginKeyRequest(db, ask, calendarMonth(at, row.time_zone))
  limiter.knowKey(hash)
  if (row.month_ends_at !== null) say(quotaHeaders(row, at))
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

type QuotaHeaders = Record<string, number | string>

function quotaHeaders({ monthly_limit, used, month_ends_at, refusal }: Row, at: Date): QuotaHeaders {
  const seconds = Math.ceil((Date.parse(month_ends_at!) - at.getTime()) / 1000)
  return {
    'x-quota-limit': monthly_limit ?? 'unlimited',
    // After a change to a smaller tier, more may have been used than the limit.
    'x-quota-remaining': monthly_limit === null ? 'unlimited' : Math.max(0, monthly_limit - used!),
    'x-quota-reset': seconds,
    ...(refusal === 'quota_exceeded' && { 'retry-after': seconds }),
  }
}

/** @throws AppError `not_for_api_keys`, `not_allowed` */
async function enterForAction(trx: Trx, key: KnownKey, action: Action): Promise<Actor> {
  if (!isForKeys(action)) throw new AppError('not_for_api_keys')
  if (!may(key.role, action)) throw new AppError('not_allowed', { role: key.role })
  return enterWithKey(trx, key)
}

/** Makes the key's workspace the tenant of the transaction. */
export async function enterWithKey(trx: Trx, key: KnownKey): Promise<Actor> {
  const { keyId, name, role, workspaceId } = key
  await setWorkspace(trx, workspaceId, { role, person: keyId })
  return {
    userId: keyId,
    email: '',
    name,
    workspaceId,
    role,
    aal: null,
    isApiKey: true,
    driverId: null,
    depotIds: null,
  }
}
