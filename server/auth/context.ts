import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { openProviders, type Providers } from './external/provider.ts'
import type { Product } from './product.ts'
import { rateLimiter } from './protocol/rate-limit.ts'
import type { RateLimitGroup } from './settings.ts'

/** What every part of the sign-in service works with. */
export type AuthContext = {
  deps: Deps
  product: Product
  /** The outside providers that are configured, by name. */
  providers: Providers
  /** An endpoint's first hook: limits how often one address may call it. Each endpoint counts for itself. */
  limited: (group: RateLimitGroup) => { onRequest: (request: FastifyRequest) => Promise<void> }
}

/** The part of it that adding and changing accounts needs. */
export type AccountContext = Pick<AuthContext, 'deps' | 'product'>

export function authContext(deps: Deps, product: Product): AuthContext {
  const { rateLimits, providers } = deps.config.auth
  return {
    deps,
    product,
    providers: openProviders(providers, deps.now),
    limited: (group) => ({ onRequest: rateLimiter(rateLimits[group], deps.now) }),
  }
}
