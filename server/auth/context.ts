import type { Deps } from '../deps.ts'
import { openProviders, type Providers } from './external/provider.ts'
import type { Product } from './product.ts'

/** What every part of the sign-in service works with. */
export type AuthContext = {
  deps: Deps
  product: Product
  /** The outside providers that are configured, by name. */
  providers: Providers
}

/** The part of it that adding and changing accounts needs. */
export type AccountContext = Pick<AuthContext, 'deps' | 'product'>

export function authContext(deps: Deps, product: Product): AuthContext {
  return {
    deps,
    product,
    providers: openProviders(deps.config.auth.providers, deps.now),
  }
}
