import { optimizeBodyBytes } from '#domain/operations.ts'
import { optimize as endpoint } from '#domain/api/optimize.ts'
import { AppError } from '#domain/errors.ts'
import type { Optimize } from '../features/optimize/endpoints.ts'
import type { KartaFunction } from './function.ts'
import { check, withoutOurs } from './read-body.ts'

/** Solves a problem in VROOM's JSON, as `POST /v1/optimize` does: the same query, turns, quotas and answers. */
export const optimizeFunction = (optimize: Optimize): KartaFunction => ({
  name: 'optimize',
  may: endpoint.may,
  // The longest that the answer may be waited for, and some for reading the problem.
  seconds: 150,
  bodyBytes: optimizeBodyBytes,
  async run({ deps, actor, request, reply }) {
    if (request.method !== 'POST') throw new AppError('bad_request', { detail: 'Send the problem with POST.' })
    deps.disk.checkRoom()
    const query = check(endpoint.query, withoutOurs(request.query as Record<string, unknown>))
    return optimize(actor.workspaceId, query, request, reply)
  },
})
