import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { may, type Action, type Role } from '#domain/permissions.ts'
import type { Trx } from '../db/connect.ts'

/** What a valid access token says. */
export type TokenClaims = { userId: string; sessionId: string; email: string }

/** Checks signature, expiry and audience. Rejects with AppError `not_signed_in`. */
export type VerifyToken = (token: string) => Promise<TokenClaims>

/** A member at work: who, in which workspace, as what. */
export type Actor = { userId: string; email: string; name: string; workspaceId: string; role: Role }

/**
 * Finds out who calls, from the bearer token.
 * @throws AppError `not_signed_in`
 */
export async function readToken(request: FastifyRequest, verify: VerifyToken): Promise<TokenClaims> {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new AppError('not_signed_in')
  return verify(token)
}

/**
 * Makes the caller's workspace the tenant of the transaction and says who they are there.
 * The header `Karta-Workspace` chooses among several memberships.
 * @throws AppError `session_ended`, `no_workspace`, `not_allowed`
 */
export async function enterWorkspace(trx: Trx, claims: TokenClaims, wanted: unknown, action: Action): Promise<Actor> {
  if (wanted !== undefined && !z.uuid().safeParse(wanted).success) throw new AppError('no_workspace')
  const { rows } = await sql<{ workspace_id: string | null; role: Role; member_name: string }>`
    select * from begin_request(${claims.sessionId}, ${claims.userId}, ${wanted ?? null})`.execute(trx)
  const row = rows[0]
  if (!row) throw new AppError('session_ended')
  if (!row.workspace_id) throw new AppError('no_workspace')
  if (!may(row.role, action)) throw new AppError('not_allowed', { role: row.role })
  return {
    userId: claims.userId,
    email: claims.email,
    name: row.member_name,
    workspaceId: row.workspace_id,
    role: row.role,
  }
}
