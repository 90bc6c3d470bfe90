import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

/**
 * The address by which the caller reaches this server, without a path at the end: as a trusted proxy says, else
 * `PUBLIC_URL`, else the address of the call.
 */
export function publicBase(
  request: FastifyRequest,
  { trustedProxies, publicUrl, isPublicUrlSet }: Pick<Config, 'trustedProxies' | 'publicUrl' | 'isPublicUrlSet'>,
): string {
  const { 'x-forwarded-host': forwarded, 'x-forwarded-prefix': prefix } = request.headers
  const isForwarded = trustedProxies > 0 && forwarded !== undefined
  if (!isForwarded && isPublicUrlSet) return publicUrl
  const { origin } = URL.parse(`${request.protocol}://${request.host}`) ?? { origin: publicUrl }
  const path = isForwarded && typeof prefix === 'string' && /^(\/[\w.~-]+)+\/?$/.test(prefix) ? prefix : ''
  return origin + path.replace(/\/$/, '')
}
