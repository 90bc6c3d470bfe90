import { tiers } from '#domain/schema/workspace.ts'
import { tierTable, type TierName } from '#domain/tiers.ts'
import type { StripeSettings } from './outside/stripe.ts'
import { StartError } from './start-error.ts'

const names = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_STANDARD'] as const

/**
 * Reads how payments are taken. Undefined when they are not.
 * @throws StartError naming what is missing. It never repeats a secret.
 */
export function readStripe(env: NodeJS.ProcessEnv, apiUrl: string | undefined): StripeSettings | undefined {
  const given = names.filter((name) => env[name])
  if (given.length === 0) return undefined
  const missing = names.find((name) => !env[name])
  if (missing) throw new StartError(`${missing} must be set too: ${names.join(', ')} go together.`)
  const [secretKey, webhookSecret, standardPrice] = names.map((name) => env[name]!) as [string, string, string]
  if (!/^[sr]k_/.test(secretKey)) throw new StartError('STRIPE_SECRET_KEY begins with sk_ or rk_.')
  if (!webhookSecret.startsWith('whsec_')) throw new StartError('STRIPE_WEBHOOK_SECRET begins with whsec_.')
  if (!standardPrice.startsWith('price_')) throw new StartError('STRIPE_PRICE_STANDARD begins with price_.')
  return { secretKey, webhookSecret, standardPrice, apiUrl }
}

/**
 * The tier of new workspaces. Undefined when the owner of the first one may choose.
 * @throws StartError
 */
export function readDefaultTier(value: string | undefined): TierName | undefined {
  if (!value) return undefined
  if (Object.hasOwn(tierTable, value)) return value as TierName
  throw new StartError(`DEFAULT_TIER must be one of ${tiers.join(', ')}.`)
}
