import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { originOf, type Origin } from '../../http/origin.ts'
import { requireAdmin } from '../sessions/bearer.ts'

/** The administrator who makes a call, for the log, and where the call comes from. */
export type Admin = { actor: { id: string | null; name: string }; origin: Origin }

/** @throws AuthError unless the request comes from an administrator */
export async function readAdmin(request: FastifyRequest, deps: Deps): Promise<Admin> {
  return { actor: await requireAdmin(request, deps), origin: originOf(request) }
}
