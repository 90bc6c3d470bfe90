import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { originOf } from '../../http/origin.ts'
import type { AuthContext } from '../context.ts'
import { grantForIdToken } from '../external/id-token-grant.ts'
import { readBody } from '../protocol/body.ts'
import { AuthError } from '../protocol/errors.ts'
import { exchangeCode } from './code-exchange.ts'
import type { CountRefresh } from './refresh-limits.ts'
import { refreshSession } from './refresh.ts'
import { signInWithPassword, type PasswordGate } from './sign-in.ts'

const Refresh = z.object({ refresh_token: z.string().optional() })

/** Answers `POST /token`: gives a session in exchange for what the grant type names. */
export async function grantToken(
  context: AuthContext,
  { countRefresh, passwords }: { countRefresh: CountRefresh; passwords: PasswordGate },
  request: FastifyRequest,
) {
  const { deps } = context
  const { body } = request
  switch ((request.query as { grant_type?: unknown }).grant_type) {
    case 'password':
      return signInWithPassword(deps, passwords, body, originOf(request))
    case 'refresh_token':
      return refreshSession(deps, countRefresh, readBody(Refresh, body).refresh_token, originOf(request))
    case 'pkce':
      return exchangeCode(deps, body, originOf(request))
    case 'id_token':
      return grantForIdToken(context, request)
    case 'web3':
      throw new AuthError('web3_provider_disabled')
    default:
      throw new AuthError('invalid_credentials', 'unsupported_grant_type')
  }
}
