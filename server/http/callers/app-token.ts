import { sql } from 'kysely'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import { keyScopes, roleOfKey, type Action, type KeyScope, type Role } from '#domain/permissions.ts'
import { calendarMonth } from '#domain/time.ts'
import { inOneStatement, setWorkspace } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { hashApiKey } from '../key-format.ts'
import { addHeaders } from '../rate-headers.ts'
import { resourceOf } from '../resource.ts'
import { identityOf, inWorkspaces, requireAction, type Actor } from './actor.ts'
import { limits, quotaHeaders, type Counted } from './api-key.ts'
import { refusalOf } from './attempts.ts'
import type { Caller } from './caller.ts'
import { readToken, wantedWorkspace } from './token.ts'

/**
 * Apps show an access token that a person gave them. They may do what their scopes and the person's role both allow, in
 * the workspace that the person chose. Each request counts like one with an API key.
 */
export function appToken(action: Action): Caller<Actor> {
  return {
    ...inWorkspaces,
    async admit({ deps, request, reply }) {
      const token = readToken(request)
      const known = await findApp(deps, token, resourceOf(request))
      const wanted = wantedWorkspace(request)
      if (wanted !== null && wanted !== known.actor.workspaceId) throw refusal(known.actor, 'no_workspace')
      addHeaders(reply, deps.limiter.countProgram(hashApiKey(token)!))
      await countRequest(deps, known, (headers) => addHeaders(reply, headers))
      return {
        whose: known.actor.workspaceId,
        isCounted: true,
        async enter(trx) {
          requireAction(known.actor, action)
          await setWorkspace(trx, known.actor.workspaceId, identityOf(known.actor))
          return known.actor
        },
      }
    },
  }
}

type Row = {
  person: string
  member_name: string
  role: Role
  driver_id: string | null
  depot_ids: string[] | null
  client_id: string | null
  app_id: string
  app_name: string
  grant_id: string
  scopes: string[]
  resource: string | null
  workspace_id: string
  expires_at: string
  refusal: ErrorCode | 'token_expired' | null
}

type KnownApp = { actor: Actor; grantId: string; scopes: string[]; expiresAt: Date }

/**
 * Whom an app's access token stands for, as long as it may be used for this resource.
 * @throws AppError `not_signed_in`, `session_ended`, `member_suspended`, `second_factor_required`
 */
export async function findApp(
  { db, now, limiter }: Pick<Deps, 'db' | 'now' | 'limiter'>,
  token: string,
  resource: string,
): Promise<KnownApp> {
  const hash = hashApiKey(token)
  const { rows } = hash
    ? await sql<Row>`select * from app_token_as_it_is(${hash}, ${now()})`.execute(inOneStatement(db))
    : { rows: [] }
  const [row] = rows
  if (!row) throw new AppError('not_signed_in')
  limiter.knowKey(hash!, row.workspace_id)
  if (row.refusal === 'token_expired') throw new AppError('not_signed_in', { reason: 'token_expired' })
  const actor = actorOf(row)
  if (row.refusal) throw refusal(actor, row.refusal)
  if (row.resource !== null && row.resource !== resource)
    throw new AppError('not_signed_in', { reason: 'other_resource' })
  return { actor, grantId: row.grant_id, scopes: row.scopes, expiresAt: new Date(row.expires_at) }
}

function actorOf(row: Row): Actor {
  const scopes = keyScopes.filter((scope) => row.scopes.includes(scope))
  return {
    userId: row.person,
    email: '',
    name: `${row.member_name} via ${row.app_name}`,
    workspaceId: row.workspace_id,
    role: roleWithin(row.role, scopes),
    aal: null,
    isApiKey: false,
    driverId: row.driver_id,
    depotIds: row.depot_ids,
    scopes,
    clientId: row.client_id,
    app: { id: row.app_id, name: row.app_name },
  }
}

/** The person's role, unless the scopes need a smaller one: an app manages nothing, and without a scope it only reads. */
function roleWithin(role: Role, scopes: readonly KeyScope[]): Role {
  if (role === 'driver' || role === 'client' || role === 'viewer') return role
  return roleOfKey(scopes)
}

const refusal = (actor: Actor, code: ErrorCode) => refusalOf(new AppError(code), { who: actor })

/** @throws AppError `quota_exceeded`, `not_signed_in` if it was revoked meanwhile */
async function countRequest(
  deps: Pick<Deps, 'db' | 'now' | 'shares'>,
  { actor, grantId }: KnownApp,
  say: (headers: Record<string, number | string>) => void,
): Promise<void> {
  const at = deps.now()
  const begin = async (month?: { firstDay: string; endsAt: Date }) => {
    const { rows } = await sql<Counted & { time_zone: string }>`
      select * from begin_app_request(${grantId}, ${at}, ${limits}, ${month?.firstDay ?? null},
        ${month?.endsAt ?? null})`.execute(deps.db)
    if (!rows[0]) throw new AppError('not_signed_in')
    return rows[0]
  }
  const counted = await deps.shares.during(actor.workspaceId, async () => {
    const begun = await begin()
    return begun.refusal === 'month_unknown' ? begin(calendarMonth(at, begun.time_zone)) : begun
  })
  say(quotaHeaders(counted, at))
  if (counted.refusal === null) return
  const detail = { limit: counted.monthly_limit, resets_at: counted.month_ends_at }
  throw refusalOf(new AppError(counted.refusal as ErrorCode, detail), { who: actor })
}
