import type { onRequestAsyncHookHandler } from 'fastify'
import type { Deps } from '../deps.ts'
import { openProviders, type Providers } from './external/provider.ts'
import type { Product } from './product.ts'
import { rateLimiter } from './protocol/rate-limit.ts'
import type { RateLimitGroup } from './settings.ts'

/** What every area of the sign-in service works with. */
export type AuthContext = {
  deps: Deps
  product: Product
  /** Outside providers that are set up, by name. */
  providers: Providers
  /** A route's first hook: counts calls of an address in the group's buckets, which are the route's own. */
  limited: (group: RateLimitGroup) => { onRequest: onRequestAsyncHookHandler }
}

/** What adding and changing accounts needs of it. */
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
