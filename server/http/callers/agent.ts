import { AsyncLocalStorage } from 'node:async_hooks'
import type { Action } from '#domain/permissions.ts'
import { setWorkspace } from '../../db/connect.ts'
import { identityOf, inWorkspaces, requireAction, type Actor } from './actor.ts'
import type { Caller } from './caller.ts'

const agents = new AsyncLocalStorage<Actor>()

/**
 * Does something for a program that was let in and counted at `/mcp`, with calls of `/v1` within this server. Each of those
 * is checked as if the program had made it, but is not counted again.
 */
export const asAgent = <T>(actor: Actor, work: () => Promise<T>): Promise<T> => agents.run(actor, work)

/** The caller of a request that an agent's tool makes within this server, if it is one. */
export function agent(action: Action): Caller<Actor> | undefined {
  const actor = agents.getStore()
  return (
    actor && {
      ...inWorkspaces,
      admit: async () => ({
        whose: actor.workspaceId,
        async enter(trx) {
          requireAction(actor, action)
          await setWorkspace(trx, actor.workspaceId, identityOf(actor))
          return actor
        },
      }),
    }
  )
}
