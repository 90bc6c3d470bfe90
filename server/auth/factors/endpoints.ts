import type { FastifyInstance } from 'fastify'
import { originOf } from '../../http/origin.ts'
import type { AuthContext } from '../context.ts'
import { limited } from '../protocol/limited.ts'
import { uncached } from '../protocol/uncached.ts'
import { readBearer } from '../sessions/bearer.ts'
import { challengeFactor } from './challenge.ts'
import { enrollFactor } from './enroll.ts'
import { makeCodes, readStatus, removeCodes, renewCodes, useCode } from './recovery-codes.ts'
import { unenrollFactor } from './unenroll.ts'
import { verifyFactor } from './verify.ts'

type OfFactor = { Params: { id: string } }

/** Second factors: enrolling, verifying and removing them, and recovery codes for when one is lost. */
export function registerFactors(auth: FastifyInstance, { deps }: AuthContext): void {
  const { keys } = deps
  auth.post('/factors', limited('factors'), async (request, reply) => {
    const claims = await readBearer(request, keys)
    return uncached(reply).send(await enrollFactor(deps, claims, request.body, originOf(request)))
  })

  auth.post<OfFactor>('/factors/:id/challenge', limited('factors'), async (request, reply) => {
    const claims = await readBearer(request, keys)
    return uncached(reply).send(await challengeFactor(deps, claims, request.params.id, request.body))
  })

  auth.post<OfFactor>('/factors/:id/verify', limited('factors'), async (request, reply) => {
    const claims = await readBearer(request, keys)
    return uncached(reply).send(await verifyFactor(deps, claims, request.params.id, request.body, originOf(request)))
  })

  auth.delete<OfFactor>('/factors/:id', limited('factors'), async (request) => {
    const claims = await readBearer(request, keys)
    return unenrollFactor(deps, claims, request.params.id, originOf(request))
  })
  registerRecoveryCodes(auth, deps)
}

function registerRecoveryCodes(auth: FastifyInstance, deps: AuthContext['deps']): void {
  const { keys } = deps
  auth.get('/factors/recovery-codes', async (request, reply) =>
    uncached(reply).send(await readStatus(deps, await readBearer(request, keys))),
  )

  auth.post('/factors/recovery-codes', limited('factors'), async (request, reply) => {
    const claims = await readBearer(request, keys)
    return uncached(reply).send(await makeCodes(deps, claims, request.body, originOf(request)))
  })

  auth.post('/factors/recovery-codes/regenerate', limited('factors'), async (request, reply) =>
    uncached(reply).send(await renewCodes(deps, await readBearer(request, keys), originOf(request))),
  )

  auth.post('/factors/recovery-codes/verify', limited('factors'), async (request, reply) => {
    const claims = await readBearer(request, keys)
    return uncached(reply).send(await useCode(deps, claims, request.body, originOf(request)))
  })

  auth.delete('/factors/recovery-codes', limited('factors'), async (request) =>
    removeCodes(deps, await readBearer(request, keys), originOf(request)),
  )
}
