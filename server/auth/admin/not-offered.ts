import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AuthError, type AuthCode } from '../protocol/errors.ts'
import { readAdmin } from './admin.ts'

const off: { paths: string[]; code: AuthCode; say: string }[] = [
  {
    paths: ['/admin/sso/providers', '/admin/sso/providers/:id'],
    code: 'saml_provider_disabled',
    say: 'SAML 2.0 is disabled',
  },
  {
    paths: ['/admin/custom-providers', '/admin/custom-providers/:id'],
    code: 'feature_disabled',
    say: 'Custom providers are set in the environment of this server',
  },
]

/** Parts of the protocol's administration that this server does not offer. Only administrators are told so. */
export function registerNotOffered(auth: FastifyInstance, deps: Deps): void {
  for (const { paths, code, say } of off) {
    for (const url of paths) {
      auth.route({
        method: ['GET', 'POST', 'PUT', 'DELETE'],
        url,
        handler: async (request) => {
          await readAdmin(request, deps)
          throw new AuthError(code, say)
        },
      })
    }
  }
}
