import { AppError } from '#domain/errors.ts'
import type { Action } from '#domain/permissions.ts'
import type { AuditOrigin } from '../../audit/draft.ts'
import type { Trx } from '../../db/connect.ts'
import { inWorkspaces, requireAction, type Actor } from './actor.ts'
import { auditOriginOf } from '../origin.ts'
import { refusalOf } from './attempts.ts'
import type { Caller } from './caller.ts'
import { readEntry, type Entry } from './entry.ts'
import { readClaims, wantedWorkspace, type TokenClaims } from './token.ts'

/**
 * Members show an access token and, if they belong to several workspaces, the header `Karta-Workspace`. Their role
 * must allow the action.
 */
export function member(action: Action): Caller<Actor> {
  return {
    ...inWorkspaces,
    async admit({ deps, request }) {
      const claims = await readClaims(deps.verifyToken, request)
      const wanted = wantedWorkspace(request)
      const { userId, sessionId } = claims
      const letIn = (entry: Entry | undefined) => {
        const actor = actorOf(entry, claims, wanted)
        requireAction(actor, action)
        deps.sightings.note(actor.workspaceId, userId, deps.now())
        deps.attempts.began(visitOf(actor, claims, auditOriginOf(request), deps.now()))
        return actor
      }
      return {
        whose: `${userId} ${wanted ?? ''}`,
        enter: async (trx) => letIn(await readEntry(trx, { userId, sessionId, wanted })),
        enterTogether: async () => letIn(await deps.entries({ userId, sessionId, wanted })),
      }
    },
  }
}

/**
 * Makes the member's workspace the tenant of the transaction and says who they are there.
 * @param wanted chooses among several workspaces
 * @throws AppError `session_ended`, `no_workspace`, `second_factor_required`, `member_suspended`
 */
export async function enterWorkspace(trx: Trx, claims: TokenClaims, wanted: string | null): Promise<Actor> {
  const { userId, sessionId } = claims
  return actorOf(await readEntry(trx, { userId, sessionId, wanted }), claims, wanted)
}

function actorOf(row: Entry | undefined, claims: TokenClaims, wanted: string | null): Actor {
  if (!row) throw new AppError('session_ended')
  if (!row.workspace_id) throw noWorkspace(claims, wanted)
  if (row.lacks_factor) throw new AppError('second_factor_required', { has_second_factor: row.has_factor })
  if (row.suspension) {
    const who = { workspaceId: row.workspace_id, userId: claims.userId, name: row.member_name }
    throw refusalOf(new AppError('member_suspended', row.suspension), { who })
  }
  return {
    userId: claims.userId,
    email: claims.email,
    name: row.member_name,
    workspaceId: row.workspace_id,
    role: row.role,
    aal: row.aal,
    isApiKey: false,
    driverId: row.driver_id,
    depotIds: row.depot_ids,
    provenAt: new Date(row.proven_at),
    scopes: null,
    clientId: row.client_id,
    handlesPrescriptions: row.handles_prescriptions,
  }
}

/** Whoever belonged to the workspace once concerns it still. */
function noWorkspace({ userId, email }: TokenClaims, wanted: string | null): AppError {
  const error = new AppError('no_workspace')
  const who = wanted !== null && { workspaceId: wanted, userId, name: email }
  return who ? refusalOf(error, { who, onlyIfKnown: true }) : error
}

/** What is to be noted when a session works in a workspace for the first time. */
export function visitOf(actor: Actor, { sessionId }: TokenClaims, origin: AuditOrigin | undefined, at: Date) {
  return { who: actor, sessionId, hasSecondFactor: actor.aal === 'aal2', origin, at }
}
