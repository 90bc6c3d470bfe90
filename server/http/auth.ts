import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { may, type Action, type Role } from '#domain/permissions.ts'
import type { AssuranceLevel } from '#domain/schema/account.ts'
import type { Trx } from '../db/connect.ts'

/** What a valid access token says. */
export type TokenClaims = { userId: string; sessionId: string; email: string }

/** Checks signature, expiry and audience. Rejects with AppError `not_signed_in`. */
export type VerifyToken = (token: string) => Promise<TokenClaims>

/** A member or a program with an API key at work: who, in which workspace, as what. */
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
}

/**
 * The bearer token of a request: a member's access token or an API key.
 * @throws AppError `not_signed_in`
 */
export function readToken(request: FastifyRequest): string {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new AppError('not_signed_in')
  return token
}

/**
 * The workspace that the header `Karta-Workspace` asks for.
 * @throws AppError `no_workspace`
 */
export function wantedWorkspace(request: FastifyRequest): string | null {
  const wanted = request.headers['karta-workspace']
  if (wanted === undefined) return null
  const id = z.uuid().safeParse(wanted)
  if (!id.success) throw new AppError('no_workspace')
  return id.data
}

type Entry = {
  workspace_id: string | null
  role: Role
  member_name: string
  aal: AssuranceLevel
  /** The person has a second factor, or the workspace asks for one, and the session has not shown it: no entry. */
  lacks_factor: boolean
  has_factor: boolean
}

/**
 * Makes the caller's workspace the tenant of the transaction and says who they are there.
 * The workspace that is wanted chooses among several memberships.
 * @throws AppError `session_ended`, `no_workspace`, `second_factor_required`, `not_allowed`
 */
export async function enterWorkspace(
  trx: Trx,
  claims: TokenClaims,
  wanted: string | null,
  action: Action,
): Promise<Actor> {
  const { rows } = await sql<Entry>`
    select * from begin_request(${claims.sessionId}, ${claims.userId}, ${wanted})`.execute(trx)
  const row = rows[0]
  if (!row) throw new AppError('session_ended')
  if (!row.workspace_id) throw new AppError('no_workspace')
  if (row.lacks_factor) throw new AppError('second_factor_required', { has_second_factor: row.has_factor })
  if (!may(row.role, action)) throw new AppError('not_allowed', { role: row.role })
  return {
    userId: claims.userId,
    email: claims.email,
    name: row.member_name,
    workspaceId: row.workspace_id,
    role: row.role,
    aal: row.aal,
    isApiKey: false,
  }
}
