import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { monthlyRequests, trialTier } from '#domain/tiers.ts'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { roleOfKey, type Action, type KeyScope } from '#domain/permissions.ts'
import { calendarDay, calendarMonth } from '#domain/time.ts'
import { setWorkspace, type Db, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { addHeaders, rateHeaders } from '../rate-headers.ts'
import { hashApiKey, isAppToken } from '../key-format.ts'
import { identityOf, inWorkspaces, requireAction, type Actor } from './actor.ts'
import { refusalOf } from './attempts.ts'
import type { Caller } from './caller.ts'
import { readToken, wantedWorkspace } from './token.ts'

/**
 * Programs show an API key. Each request counts against the monthly quota of the key's workspace, even one that is then
 * refused. The key's scopes must allow the action, and the action must be open to keys at all.
 */
export function apiKey(action: Action): Caller<Actor> {
  return {
    ...inWorkspaces,
    async admit({ deps, request, reply }) {
      const shown = { key: readToken(request), wanted: wantedWorkspace(request), address: addressOf(request) }
      const key = await countRequest(deps, shown, (headers) => addHeaders(reply, headers))
      return { whose: key.workspaceId, isCounted: true, enter: (trx) => enterForAction(trx, key, action) }
    },
  }
}

/** A key that may be used, and was counted. */
export type KnownKey = {
  keyId: string
  name: string
  scopes: KeyScope[]
  /** The only depots that it has to do with; null for all. */
  depotIds: string[] | null
  /** Where it works: in its workspace, or if it is a test key in the sandbox. */
  workspaceId: string
}

/** What a program shows, and from where. */
export type ShownKey = { key: string; wanted: string | null; address: string | null }

type Row = {
  key_id: string
  key_name: string
  scopes: KeyScope[]
  depot_ids: string[] | null
  workspace_id: string
  time_zone: string
  day_unknown: boolean | null
} & Counted

/** The monthly requests of each tier, for the functions that count. */
export const limits = JSON.stringify({ ...monthlyRequests, trial: monthlyRequests[trialTier] })

/** Where a request comes from, as PostgreSQL reads addresses. Null if a proxy wrote something else. */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string | null {
  const [address = ''] = ip.split('%')
  return isIP(address) ? address : null
}

/**
 * Counts a request against the month of its key's workspace, and the day of the key.
 * @param say puts into the headers of a reply how much is left
 * @throws AppError `api_key_unknown`, `api_key_revoked`, `api_key_expired`, `api_key_rotated`, `api_key_address`,
 *   `no_workspace`, `quota_exceeded`, `not_for_apps`, `rate_limited`
 */
export async function countRequest(
  { db, now, limiter, shares }: Pick<Deps, 'db' | 'now' | 'limiter' | 'shares'>,
  { key, wanted, address }: ShownKey,
  say: (headers: QuotaHeaders) => void,
): Promise<KnownKey> {
  if (isAppToken(key)) throw new AppError('not_for_apps')
  const hash = hashApiKey(key)
  if (!hash) throw new AppError('api_key_unknown')
  say(limiter.countProgram(hash))
  const at = now()
  const ask = { hash, wanted, address, at }
  // A call that finds the line of its workspace too long is refused before it is counted, and no call after.
  const row = await shares.during(`key ${hash.toString('hex')}`, async () => {
    const begun = await beginKeyRequest(db, ask)
    return begun.refusal === 'month_unknown' ? beginKeyRequest(db, ask, calendarMonth(at, begun.time_zone)) : begun
  })
  shares.learn(`key ${hash.toString('hex')}`, row.workspace_id)
  limiter.knowKey(hash, row.workspace_id)
  if (row.month_ends_at !== null) say(quotaHeaders(row, at))
  if (row.refusal !== null) throw refusal(row, address)
  if (row.day_unknown) await beginKeyDay(db, row, at)
  const { key_id, key_name: name, scopes, depot_ids, workspace_id } = row
  return { keyId: key_id, name, scopes, depotIds: depot_ids, workspaceId: workspace_id }
}

function refusal({ refusal: code, key_id, key_name, workspace_id, ...row }: Row, address: string | null): AppError {
  const detail =
    code === 'quota_exceeded'
      ? { limit: row.monthly_limit, resets_at: row.month_ends_at }
      : code === 'api_key_address'
        ? { address }
        : {}
  const who = { workspaceId: workspace_id, userId: key_id, name: key_name, isApiKey: true }
  return refusalOf(new AppError(code as ErrorCode, detail), { who })
}

type Ask = { hash: Buffer; wanted: string | null; address: string | null; at: Date }

async function beginKeyRequest(db: Db, ask: Ask, month?: { firstDay: string; endsAt: Date }): Promise<Row> {
  const { hash, wanted, address, at } = ask
  const { rows } = await sql<Row>`select * from begin_key_request(${hash}, ${wanted}, ${address}, ${at}, ${limits},
    ${month?.firstDay ?? null}, ${month?.endsAt ?? null})`.execute(db)
  if (!rows[0]) throw new AppError('api_key_unknown')
  return rows[0]
}

async function beginKeyDay(db: Db, { key_id, time_zone }: Row, at: Date): Promise<void> {
  const { day, endsAt } = calendarDay(at, time_zone)
  await sql`select begin_key_day(${key_id}, ${day}, ${endsAt})`.execute(db)
}

type QuotaHeaders = Record<string, number | string>

/** What of a month is left, as the functions that count say it. */
export type Counted = {
  refusal: ErrorCode | 'month_unknown' | null
  monthly_limit: number | null
  used: number | null
  month_ends_at: string | null
}

/** The headers that say how much of the month is left. */
export function quotaHeaders({ monthly_limit, used, month_ends_at, refusal }: Counted, at: Date): QuotaHeaders {
  const seconds = Math.ceil((Date.parse(month_ends_at!) - at.getTime()) / 1000)
  // After a change to a smaller tier, more may have been used than the limit.
  const remaining = monthly_limit === null ? null : Math.max(0, monthly_limit - used!)
  return {
    'x-quota-limit': monthly_limit ?? 'unlimited',
    'x-quota-remaining': remaining ?? 'unlimited',
    'x-quota-reset': seconds,
    ...(remaining !== null && rateHeaders({ name: 'month', quota: monthly_limit!, remaining, resetSeconds: seconds })),
    ...(refusal === 'quota_exceeded' && { 'retry-after': seconds }),
  }
}

/** @throws AppError `not_for_api_keys`, `api_key_scope` */
async function enterForAction(trx: Trx, key: KnownKey, action: Action): Promise<Actor> {
  const actor = actorOf(key)
  requireAction(actor, action)
  return enterWithKey(trx, key)
}

/** Makes the key's workspace the tenant of the transaction. */
export async function enterWithKey(trx: Trx, key: KnownKey): Promise<Actor> {
  const actor = actorOf(key)
  await setWorkspace(trx, key.workspaceId, identityOf(actor))
  return actor
}

function actorOf({ keyId, name, scopes, depotIds, workspaceId }: KnownKey): Actor {
  return {
    userId: keyId,
    email: '',
    name,
    workspaceId,
    role: roleOfKey(scopes),
    aal: null,
    isApiKey: true,
    driverId: null,
    depotIds,
    scopes,
    clientId: null,
    handlesPrescriptions: scopes.includes('prescriptions'),
  }
}
