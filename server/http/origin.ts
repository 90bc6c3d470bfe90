import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { AuditOrigin } from '../audit/draft.ts'

/** Where a call comes from, for a person's list of sessions and the audit log of the sign-in service. */
export type Origin = { userAgent: string | null; ip: string | null }

export function originOf(request: FastifyRequest): Origin {
  // PostgreSQL's inet type has no zones, such as the %eth0 of fe80::1%eth0.
  const ip = request.ip.split('%')[0]!
  return { userAgent: request.headers['user-agent']?.slice(0, 500) ?? null, ip: isIP(ip) ? ip : null }
}

/** The same for the audit log of a workspace. */
export function auditOriginOf(request: FastifyRequest): AuditOrigin {
  return { ...originOf(request), requestId: request.id }
}
