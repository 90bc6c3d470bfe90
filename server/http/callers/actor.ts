import { AppError } from '#domain/errors.ts'
import { isForKeys, may, scopesFor, type Action, type KeyScope, type Role } from '#domain/permissions.ts'
import type { AssuranceLevel } from '#domain/schema/account.ts'
import { hashOf } from '../idempotency.ts'
import { inTransaction, type Identity } from '../../db/connect.ts'
import { refusalOf } from './attempts.ts'
import type { Caller } from './caller.ts'

/** Who works in a workspace, and as what: a member, or a program with an API key. */
export type Actor = {
  /** The member's user, or the key. */
  userId: string
  /** Empty for a key. */
  email: string
  name: string
  workspaceId: string
  role: Role
  /** How surely the member is known; null for a key. */
  aal: AssuranceLevel | null
  isApiKey: boolean
  /** The driver of the workspace that the member is, if any. */
  driverId: string | null
  /** The only depots that the member has to do with; null for all. */
  depotIds: string[] | null
  /** Whose deliveries a member with the role `client` sees; null for everybody else. */
  clientId: string | null
  /** A member who was let handle prescriptions, or a key that may. Owners do without. */
  handlesPrescriptions?: boolean
  /** When a member last proved who they are in this session. Nobody else can. */
  provenAt?: Date
  /** What an API key or an app may do; null for everybody else. */
  scopes: readonly KeyScope[] | null
  /** The app that acts for the member. */
  app?: { id: string; name: string }
}

/** Whether somebody sees everything of the workspace that their role may see, rather than some rows of it. */
export const seesAll = ({ role, depotIds }: Pick<Actor, 'role' | 'depotIds'>) =>
  role !== 'driver' && role !== 'client' && depotIds === null

/** As whom the database sees a transaction of theirs. */
export const identityOf = (actor: Actor): Identity => ({
  role: actor.role,
  person: actor.userId,
  driver: actor.driverId,
  depots: actor.depotIds,
  client: actor.clientId,
  seesPrescriptions: may(actor, 'see_prescriptions'),
})

/** Whether it is a program that acts, with an API key or for a member, rather than a member in person. */
export const isProgram = ({ isApiKey, scopes }: Pick<Actor, 'isApiKey' | 'scopes'>) => isApiKey || scopes !== null

/** @throws AppError `not_allowed`, `not_for_api_keys`, `api_key_scope`, `not_for_apps`, `app_scope` */
export function requireAction(actor: Actor, action: Action): void {
  if (!may(actor, action)) throw refusalOf(refusalFor(actor, action), { who: actor })
}

function refusalFor({ role, scopes, app }: Actor, action: Action): AppError {
  if (!scopes) return new AppError('not_allowed', { role })
  if (!isForKeys(action)) return new AppError(app ? 'not_for_apps' : 'not_for_api_keys')
  const needed = scopesFor(action)
  if (app && needed.some((scope) => scopes.includes(scope))) return new AppError('not_allowed', { role })
  return new AppError(app ? 'app_scope' : 'api_key_scope', { scopes, needs_one_of: needed })
}

/**
 * What members and API keys have in common: a transaction that sees nothing until it has entered a workspace, and
 * replies that are kept by workspace.
 */
export const inWorkspaces: Pick<Caller<Actor>, 'inTransaction' | 'slotFor'> = {
  inTransaction,
  slotFor({ actor, endpoint, key, request }) {
    const requestHash = hashOf([request.params, request.query, request.body])
    // Whoever does not see everything must not be shown what others got for the same key.
    const slot = seesAll(actor) ? endpoint : `${endpoint} ${actor.userId}`
    return { table: 'idempotent_replies', row: { workspace_id: actor.workspaceId, endpoint: slot, key }, requestHash }
  },
}
