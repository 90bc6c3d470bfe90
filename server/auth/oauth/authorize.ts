import type { FastifyRequest } from 'fastify'
import { isSameRedirect } from '#domain/oauth/redirect-uris.ts'
import { readScopes, type AppScope } from '#domain/oauth/scopes.ts'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { AuthError } from '../protocol/errors.ts'
import { withMembers } from '../protocol/redirects.ts'
import { findClient, type Client } from './clients.ts'
import { AppRefusal } from './errors.ts'
import { resourceNamed } from './resources.ts'

/** How long somebody may take to sign in and answer. */
const answerWithinMs = 30 * 60_000
const longestState = 2000

type Question = {
  scopes: AppScope[]
  code_challenge: string
  nonce: string | null
  resource: string | null
}

/**
 * Takes the question of an app, with which it sends a person here.
 * @returns where to send the person on: to the page that asks them, or if the app asked wrongly back to it
 * @throws AuthError `oauth_client_not_found`, `validation_failed` if the app or its address is not known: then they stay here
 */
export async function takeQuestion(deps: Deps, request: FastifyRequest): Promise<string> {
  const query = request.query as Record<string, unknown>
  const now = deps.now()
  return inAuthScope(deps.db, async (trx) => {
    const client = await findClient(trx, one(query, 'client_id') ?? '')
    const redirectUri = redirectOf(client, one(query, 'redirect_uri'))
    const given = one(query, 'state') ?? null
    // It could not be given back as it is.
    const state = given && given.length > longestState ? null : given
    try {
      if (state !== given) throw new AppRefusal('invalid_request', `state is at most ${longestState} characters`)
      const question = readQuestion(query, client, deps.config.publicUrl)
      const id = await keep(trx, { ...question, client_id: client.id, redirect_uri: redirectUri, state }, now)
      return withMembers(`${deps.config.auth.siteUrl}/oauth/consent`, { authorization_id: id }, 'query')
    } catch (error) {
      if (!(error instanceof AppRefusal)) throw error
      return refuseTo(deps, redirectUri, { error: error.code, error_description: error.message, state })
    }
  })
}

/** The app's address with a refusal, and with the issuer so that an app of several servers knows which one it is (RFC 9207). */
export function refuseTo(
  { keys }: Pick<Deps, 'keys'>,
  redirectUri: string,
  { state, ...refusal }: { error: string; error_description: string; state: string | null },
): string {
  return withMembers(redirectUri, { ...refusal, ...(state !== null && { state }), iss: keys.issuer }, 'query')
}

/** A parameter that may come once. */
function one(query: Record<string, unknown>, name: string): string | undefined {
  const value = query[name]
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string' && !value.includes('\0') && value.isWellFormed()) return value
  throw new AuthError('validation_failed', `${name} must be given once`)
}

function redirectOf(client: Client, asked: string | undefined): string {
  if (asked === undefined && client.redirect_uris.length === 1) return client.redirect_uris[0]!
  if (asked === undefined) throw new AuthError('validation_failed', 'redirect_uri is required')
  if (client.redirect_uris.some((each) => isSameRedirect(each, asked))) return asked
  throw new AuthError('validation_failed', 'redirect_uri is not one that the client registered')
}

function readQuestion(query: Record<string, unknown>, client: Client, publicUrl: string): Question {
  const read = (name: string) => {
    try {
      return one(query, name)
    } catch (error) {
      throw new AppRefusal('invalid_request', (error as Error).message)
    }
  }
  if (read('response_type') !== 'code') {
    throw new AppRefusal('unsupported_response_type', 'The only response_type is code')
  }
  const challenge = read('code_challenge')
  if (!challenge || read('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
    throw new AppRefusal('invalid_request', 'PKCE is required: send code_challenge with code_challenge_method=S256')
  }
  if (read('prompt') === 'none') throw new AppRefusal('interaction_required', 'The person has to be asked')
  const nonce = read('nonce') ?? null
  if (nonce && nonce.length > 255) throw new AppRefusal('invalid_request', 'nonce is at most 255 characters')
  return {
    scopes: scopesOf(read('scope'), client),
    code_challenge: challenge,
    nonce,
    resource: resourceNamed(publicUrl, read('resource')),
  }
}

function scopesOf(asked: string | undefined, client: Client): AppScope[] {
  const scopes = readScopes(asked ?? client.scopes.join(' '))
  if (!scopes?.length) throw new AppRefusal('invalid_scope', 'scope names something that does not exist')
  return scopes
}

type NewQuestion = Question & { client_id: string; redirect_uri: string; state: string | null }

async function keep(trx: Trx, question: NewQuestion, now: Date): Promise<string> {
  const { id } = await trx
    .insertInto('auth.oauth_authorizations')
    .values({ ...question, created_at: now, expires_at: new Date(now.getTime() + answerWithinMs) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
