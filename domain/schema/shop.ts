import { z } from 'zod'
import { shopNews } from '../shops/exchange.ts'
import { Instant } from '../time.ts'
import { text } from '../api/endpoint.ts'
import { DeliveryStatus } from './delivery.ts'
import { ShopPlatform } from './integration.ts'

export const ShopLocation = z
  .object({ id: z.string(), name: z.string(), address: z.string().nullable() })
  .meta({ id: 'ShopLocation' })

/** How a connected shop and Karta keep in step. */
export const ShopState = z
  .object({
    platform: ShopPlatform,
    is_syncing: z.boolean().describe('Whether Karta is reading its orders at the moment'),
    found: z.int().describe('How many changed orders this round, or the last one, has found so far'),
    last_sync_at: Instant.nullable().describe('When a round last ended; null before the first one has'),
    next_sync_at: Instant.nullable(),
    failure: z.string().nullable().describe('Why the shop could not be read the last time'),
    checkout_failure: z
      .string()
      .nullable()
      .describe('Why the checkout of the shop does not ask Karta for slots and prices'),
    locations: z.array(ShopLocation).describe('Places from which the shop sends'),
    webhook_url: z.string().describe('Where the shop posts what happens'),
    orders: z
      .object({ taken: z.int(), waiting: z.int(), skipped: z.int(), canceled: z.int() })
      .describe('How many orders of the shop are known, by what became of them'),
    news: z
      .object({ waiting: z.int(), failed: z.int() })
      .describe('How much the shop is still to be told, and what it was not told in the end'),
  })
  .meta({ id: 'ShopState' })
export type ShopState = z.infer<typeof ShopState>

/** The most problems of each kind that are listed. */
export const mostProblems = 100

const delivery = z.object({ id: z.uuid(), number: z.int(), status: DeliveryStatus })

/** What needs somebody: orders that wait or could not be followed, and news that the shop did not take. */
export const ShopProblems = z
  .object({
    orders: z.array(
      z.object({
        id: z.uuid(),
        number: z.string().describe('As the shop shows it'),
        url: z.string().nullable().describe('The order in the shop'),
        reason: z.string(),
        deliveries: z.array(delivery),
        updated_at: Instant,
      }),
    ),
    news: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(shopNews),
        delivery,
        reason: z.string(),
        attempts: z.int(),
        created_at: Instant,
      }),
    ),
  })
  .meta({ id: 'ShopProblems' })
export type ShopProblems = z.infer<typeof ShopProblems>

export const ShopRetry = z
  .strictObject({
    orders: z.array(z.uuid()).max(mostProblems).optional().describe('Only these orders'),
    news: z.array(z.uuid()).max(mostProblems).optional().describe('Only this news'),
  })
  .meta({ id: 'ShopRetry' })
export const ShopRetried = z.object({ retried: z.int() }).meta({ id: 'ShopRetried' })

/** Keys that the shop's owner made in the shop, instead of approving Karta there. */
export const ShopKeys = z
  .strictObject({
    shop: text(300).describe('Address of the shop'),
    keys: z.union([
      z
        .strictObject({
          access_token: z
            .string()
            .regex(/^shp[a-z]{2}_[A-Za-z0-9]{1,200}$/, 'Paste the token, which begins with shpat_.'),
          client_secret: z.string().regex(/^[A-Za-z0-9_]{16,200}$/, 'Paste the client secret of the same app.'),
        })
        .describe('Of an app in a Shopify shop'),
      z
        .strictObject({
          consumer_key: z.string().regex(/^ck_[A-Za-z0-9]{1,100}$/, 'Paste the key, which begins with ck_.'),
          consumer_secret: z.string().regex(/^cs_[A-Za-z0-9]{1,100}$/, 'Paste the secret, which begins with cs_.'),
        })
        .describe('Of a WooCommerce shop'),
    ]),
  })
  .meta({ id: 'ShopKeys' })
export type ShopKeys = z.output<typeof ShopKeys>
