import type { FastifyRequest } from 'fastify'
import { operatorId } from '#domain/audit/entry.ts'
import { AppError } from '#domain/errors.ts'
import type { AuditOrigin } from '../../audit/draft.ts'
import { noteCaller, noteOrigin } from '../../audit/note.ts'
import { inTransaction, setWorkspace, type Trx } from '../../db/connect.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { addHeaders } from '../rate-headers.ts'
import { isApiKey } from '../key-format.ts'
import { auditOriginOf } from '../origin.ts'
import { roleOfKey } from '../project-keys.ts'
import { identityOf, type Actor } from './actor.ts'
import { addressOf, countRequest, enterWithKey } from './api-key.ts'
import type { Arrival } from './caller.ts'
import { enterWorkspace, visitOf } from './member.ts'
import { readWorkspaceId } from './token.ts'

/**
 * Who calls a wire-compatible service: anybody with the publishable key or none, a member, a program with an API key, or
 * the operator, who holds the server's secret key. The last three work in one workspace.
 */
export type WireActor = { kind: 'anon' } | WorkspaceActor
export type WorkspaceActor = Actor & { kind: 'member' | 'key' | 'operator' }
export type WireKind = WireActor['kind']

/** What a caller shows. */
export type Shown = {
  /** Where the call comes from, if it is a request. */
  origin?: AuditOrigin
  /** The bearer token: an access token, or one of the keys. */
  token?: string | undefined
  /** Counts as the token if there is none. Otherwise it only must not be a wrong one. */
  apikey?: string | undefined
  /** The workspace that the caller wants to work in. By default, a member's first one. */
  workspace?: unknown
  /** Where the caller is. Some API keys may be used from certain addresses only. */
  address?: string | null
}

/** A caller whose key or token is valid. */
export type Admission = {
  kind: WireKind
  /** Whose share of the database's connections the caller takes. */
  whose: string
  /** Whether the caller has waited for its share before. */
  isCounted?: boolean
  /** When the access token expires; null for keys. */
  expiresAt: Date | null
  /** Where the call comes from, if it is a request. */
  origin?: AuditOrigin
  /**
   * Sets the workspace, role, driver and depots of the transaction. For `anon`, nothing: it sees no rows.
   * @throws AppError `session_ended`, `no_workspace`, `second_factor_required`, `workspace_unnamed`
   */
  enter(trx: Trx): Promise<WireActor>
}

/**
 * Lets in the caller of a wire-compatible service. An API key's request is counted, and headers say what is left.
 * @param options.keyInQuery takes the key from the query `apikey` too, for sockets, which have no headers in a browser
 * @throws AppError `not_signed_in`, `no_workspace`, `api_key_unknown` and what else API keys are refused for
 */
export async function admitWire(
  { deps, request, reply }: Arrival,
  options: { keyInQuery?: boolean } = {},
): Promise<Admission> {
  const shown = { ...shownBy(request, options), origin: auditOriginOf(request) }
  const admission = await admitShown(deps, shown, (headers) => addHeaders(reply, headers))
  return { ...admission, origin: shown.origin }
}

/**
 * The same without a request: a socket's channel brings its own token.
 * @param say is told the headers that say how much an API key has left
 */
export async function admitShown(
  deps: Deps,
  { token, apikey, workspace, address = null, origin }: Shown,
  say: (headers: Record<string, number | string>) => void = () => {},
): Promise<Admission> {
  const wanted = readWorkspaceId(workspace)
  if (apikey !== undefined && token !== undefined && token !== apikey) await checkApiKey(deps, apikey)
  const credential = token ?? apikey
  if (credential === undefined) return anon
  if (isApiKey(credential)) {
    const key = await countRequest(deps, { key: credential, wanted, address }, say)
    const enter = async (trx: Trx) => ({ kind: 'key' as const, ...(await enterWithKey(trx, key)) })
    return { kind: 'key', whose: key.workspaceId, isCounted: true, expiresAt: null, enter }
  }
  const role = roleOfKey(deps.keys, credential) ?? (await signedRole(deps, credential))
  if (role === 'anon') return anon
  if (role === 'service_role') {
    const whose = wanted ?? 'operator'
    return { kind: 'operator', whose, expiresAt: null, enter: (trx) => enterAsOperator(trx, wanted) }
  }
  const claims = await deps.verifyToken(credential)
  return {
    kind: 'member',
    whose: `${claims.userId} ${wanted ?? ''}`,
    expiresAt: claims.expiresAt,
    async enter(trx) {
      const actor = await enterWorkspace(trx, claims, wanted)
      deps.sightings.note(actor.workspaceId, actor.userId, deps.now())
      deps.attempts.began(visitOf(actor, claims, origin, deps.now()))
      return { kind: 'member', ...actor }
    },
  }
}

const anon: Admission = { kind: 'anon', whose: 'guests', expiresAt: null, enter: async () => ({ kind: 'anon' }) }

/** Runs `work` in one transaction as the caller, within its workspace's share of connections. It may run again. */
export function inWire<T>(
  { db, shares }: Pick<Deps, 'db' | 'shares'>,
  { whose, isCounted, origin, enter }: Admission,
  work: (trx: Trx, actor: WireActor) => Promise<T>,
): Promise<T> {
  return shares.during(
    whose,
    () =>
      again(() =>
        inTransaction(db, async (trx) => {
          const actor = await enter(trx)
          if (origin) noteOrigin(trx, origin)
          if (actor.kind !== 'anon') noteCaller(trx, actor)
          if (actor.kind !== 'anon') shares.learn(whose, actor.workspaceId)
          return work(trx, actor)
        }),
      ),
    isCounted,
  )
}

/** Makes a transaction see what somebody sees who was let in before. It does not check whether they still may. */
export async function actAs(trx: Trx, actor: WireActor): Promise<void> {
  if (actor.kind === 'anon') return
  const { workspaceId, kind, role } = actor
  // No wire service has prescriptions.
  const identity = { ...identityOf(actor), role: kind === 'operator' ? kind : role, seesPrescriptions: false }
  await setWorkspace(trx, workspaceId, identity)
}

/** What a request shows of its caller. */
function shownBy(request: FastifyRequest, { keyInQuery = false }): Shown {
  const { authorization, apikey, 'karta-workspace': workspace } = request.headers
  const query = (request.query ?? {}) as Record<string, unknown>
  const [, token] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  if (authorization && !token) throw new AppError('not_signed_in')
  const inQuery = keyInQuery && typeof query.apikey === 'string' ? query.apikey : undefined
  return {
    token,
    apikey: typeof apikey === 'string' ? apikey : inQuery,
    workspace: workspace ?? query['karta-workspace'] ?? query['Karta-Workspace'],
    address: addressOf(request),
  }
}

/** A wrong key is a mistake in somebody's settings, so it is refused although the token alone would do. */
async function checkApiKey({ keys }: Pick<Deps, 'keys'>, apikey: string): Promise<void> {
  if (isApiKey(apikey) || roleOfKey(keys, apikey)) return
  await keys.verifySignature(apikey).catch(() => {
    throw new AppError('api_key_unknown')
  })
}

/** The role of a key in the old form: a signed token that names a role and nobody. Undefined for any other token. */
async function signedRole({ keys }: Pick<Deps, 'keys'>, token: string): Promise<'anon' | 'service_role' | undefined> {
  if (!namesNobody(token)) return undefined
  const { role, aud } = await keys.verifySignature(token).catch(() => {
    throw new AppError('not_signed_in')
  })
  // Karta signs other things with the same key, for readers of their own.
  if (aud !== undefined && aud !== 'authenticated') throw new AppError('not_signed_in')
  return role === 'anon' || role === 'service_role' ? role : undefined
}

/** Whether a token says that it is for nobody in particular. Not verified: it only spares members a second look. */
function namesNobody(token: string): boolean {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub?: unknown }
    return claims.sub === undefined
  } catch {
    return false
  }
}

/** What an operator does is shown under this name, and belongs to no account. */
const operator = { userId: operatorId, name: 'Operator', email: '' }

/**
 * Makes the named workspace the tenant of the transaction, for the operator.
 * @throws AppError `workspace_unnamed`, `no_workspace`
 */
export async function enterAsOperator(trx: Trx, workspaceId: string | null): Promise<WorkspaceActor> {
  if (workspaceId === null) throw new AppError('workspace_unnamed')
  await setWorkspace(trx, workspaceId, { role: 'operator' })
  const found = await trx.selectFrom('workspaces').select('id').executeTakeFirst()
  if (!found) throw new AppError('no_workspace')
  return {
    ...operator,
    kind: 'operator',
    workspaceId,
    role: 'owner',
    aal: null,
    isApiKey: true,
    driverId: null,
    depotIds: null,
    scopes: null,
    clientId: null,
  }
}
