import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'

/** What a valid access token says. */
export type TokenClaims = { userId: string; sessionId: string; email: string; expiresAt: Date }

/**
 * Checks signature, expiry and audience. Rejects with AppError `not_signed_in`. Unless `looksUp` is false, it asks the
 * database for keys that it does not know, which takes up to a second.
 */
export type VerifyToken = (token: string, looksUp?: boolean) => Promise<TokenClaims>

/**
 * The bearer token of a request: a person's access token or an API key.
 * @throws AppError `not_signed_in`
 */
export function readToken(request: FastifyRequest): string {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new AppError('not_signed_in')
  return token
}

const read = new WeakMap<FastifyRequest, TokenClaims>()

/**
 * The claims of a request's access token, verified once however often they are asked for.
 * @throws AppError `not_signed_in`
 */
export async function readClaims(verify: VerifyToken, request: FastifyRequest, looksUp = true): Promise<TokenClaims> {
  const claims = read.get(request) ?? (await verify(readToken(request), looksUp))
  read.set(request, claims)
  return claims
}

/**
 * The workspace that the header `Karta-Workspace` asks for.
 * @throws AppError `no_workspace`
 */
export const wantedWorkspace = (request: FastifyRequest) => readWorkspaceId(request.headers['karta-workspace'])

/** Made once, because that takes longer than a check. */
const Id = z.uuid()

/** @throws AppError `no_workspace` unless it is the id of one, or nothing */
export function readWorkspaceId(wanted: unknown): string | null {
  if (wanted === undefined) return null
  const id = Id.safeParse(wanted)
  if (!id.success) throw new AppError('no_workspace')
  return id.data
}
