import { z } from 'zod'
import { isWebAddress, problemOfRedirect } from '#domain/oauth/redirect-uris.ts'
import { readScopes } from '#domain/oauth/scopes.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'

/** What a client says about itself (RFC 7591). Unknown members are ignored, as the standard asks. */
const Fields = z.object({
  client_name: z.string().default(''),
  redirect_uris: z.array(z.string()).default([]),
  client_uri: z.string().default(''),
  logo_uri: z.string().default(''),
  scope: z.string().default(''),
  client_type: z.string().default(''),
  token_endpoint_auth_method: z.string().default(''),
  grant_types: z.array(z.string()).default(['authorization_code', 'refresh_token']),
  response_types: z.array(z.string()).default(['code']),
})

export const authMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const
type AuthMethod = (typeof authMethods)[number]

/** The checked fields of a client. */
export type ClientFields = {
  client_name: string
  redirect_uris: string[]
  client_uri: string | null
  logo_uri: string | null
  scope: string
  token_endpoint_auth_method: AuthMethod
}

/** What an app asks for that never says so: to see, and nothing else. */
export const usualScope = 'read'

const mostUris = 20

/** @throws AuthError `bad_json`, `validation_failed` */
export function readClientFields(body: unknown): ClientFields {
  const { client_type: type, ...fields } = readBody(Fields, body)
  if (fields.grant_types.some((each) => each !== 'authorization_code' && each !== 'refresh_token')) {
    throw refuse('The grant types are authorization_code and refresh_token')
  }
  if (fields.response_types.some((each) => each !== 'code')) throw refuse('The only response type is code')
  const method = fields.token_endpoint_auth_method || (type === 'public' ? 'none' : 'client_secret_basic')
  return {
    client_name: checkName(fields.client_name),
    redirect_uris: checkRedirects(fields.redirect_uris),
    client_uri: checkWeb(fields.client_uri, 'client_uri'),
    logo_uri: checkWeb(fields.logo_uri, 'logo_uri'),
    scope: checkScope(fields.scope || usualScope),
    token_endpoint_auth_method: checkMethod(method),
  }
}

/**
 * Reads a change of some fields, over those that there are.
 * @throws AuthError `bad_json`, `validation_failed`
 */
export function readClientChange(body: unknown, before: ClientFields): ClientFields {
  const given = Object.entries((body ?? {}) as object).filter(([, value]) => value !== null)
  const after = readClientFields({ ...before, ...Object.fromEntries(given) })
  const isPublic = (each: ClientFields) => each.token_endpoint_auth_method === 'none'
  if (isPublic(before) !== isPublic(after)) throw refuse('A client stays public or confidential; add another one')
  return after
}

const refuse = (say: string) => new AuthError('validation_failed', say)

function checkName(given: string): string {
  const name = given.trim()
  if (!name) throw refuse('client_name is required')
  // Direction marks and the like would let one name look like another.
  if (name.length > 100 || /[\p{C}]/u.test(name)) throw refuse('client_name is at most 100 visible characters')
  return name
}

function checkRedirects(uris: string[]): string[] {
  if (uris.length === 0) throw refuse('at least one redirect_uri is required')
  if (uris.length > mostUris) throw refuse(`at most ${mostUris} redirect_uris`)
  for (const uri of uris) {
    const problem = problemOfRedirect(uri)
    if (problem) throw refuse(problem)
  }
  return [...new Set(uris)]
}

function checkWeb(uri: string, member: string): string | null {
  if (!uri) return null
  if (!isWebAddress(uri)) throw refuse(`${member} must be an address that begins with https://`)
  return uri
}

function checkScope(scope: string): string {
  const scopes = readScopes(scope)
  if (!scopes?.length) throw refuse(`scope names something that does not exist: ${scope}`)
  return scopes.join(' ')
}

function checkMethod(method: string): AuthMethod {
  const known = authMethods.find((each) => each === method)
  if (!known) throw refuse(`token_endpoint_auth_method must be one of ${authMethods.join(', ')}`)
  return known
}
