import type { FastifyReply, FastifyRequest } from 'fastify'
import { isForPersons, type Endpoint } from '#domain/api/endpoint.ts'
import type { Deps } from '../deps.ts'
import type { Trx } from '../db/connect.ts'
import { isApiKey } from './api-key.ts'
import { enterWorkspace, readToken, wantedWorkspace, type Actor } from './auth.ts'
import { admitKey, enterWithKey } from './key-request.ts'

type Entry = (trx: Trx) => Promise<Actor>

/** How a member or an API key gets in at an endpoint: who calls, then their workspace in a transaction that is given. */
export function admitTo(
  deps: Deps,
  { id, may: action }: Pick<Endpoint, 'id' | 'may'>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<Entry> {
  if (action === 'anybody' || isForPersons(action)) throw new Error(`${id} is not for members`)
  return async (request, reply) => {
    const token = readToken(request)
    if (isApiKey(token)) {
      const caller = await admitKey(deps, token, request, reply)
      return (trx) => enterWithKey(trx, caller, action)
    }
    const claims = await deps.verifyToken(token)
    const wanted = wantedWorkspace(request)
    return (trx) => enterWorkspace(trx, claims, wanted, action)
  }
}
