import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { addressOf, type ShopifyCredentials } from '../../shopify.ts'
import { callShop, longestWaitMs } from '../call-shop.ts'
import type { OpenStore } from '../platform.ts'
import { ShopCallError } from '../shop-call-error.ts'
import { apiVersion } from './queries.ts'

const Errors = z.array(
  z.object({ message: z.string().catch(''), extensions: z.object({ code: z.string() }).partial().optional() }),
)
const Cost = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
})
const Reply = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.union([Errors, z.string()]).optional(),
  extensions: z.object({ cost: Cost.optional().catch(undefined) }).optional(),
})
type Reply = z.output<typeof Reply>

const usualWaitMs = 1000

/**
 * Asks Shopify something. It waits while the shop's points are used up, as long as Shopify says.
 * @throws ShopCallError
 */
export async function askGraph(store: OpenStore, query: string, variables: object = {}) {
  for (let waited = 0; ;) {
    const reply = await askOnce(store, query, variables)
    const waitMs = throttled(reply)
    if (waitMs === undefined) return dataOf(reply)
    waited += waitMs
    if (waited > longestWaitMs) throw new ShopCallError('busy')
    await delay(waitMs)
  }
}

async function askOnce({ shop, credentials, settings }: OpenStore, query: string, variables: object): Promise<Reply> {
  const { access_token } = credentials as ShopifyCredentials
  const { json } = await callShop({
    method: 'POST',
    url: new URL(`${addressOf(settings, shop)}/admin/api/${apiVersion}/graphql.json`),
    headers: { 'x-shopify-access-token': access_token },
    body: { query, variables },
    publicOnly: false,
  })
  const reply = Reply.safeParse(json)
  if (!reply.success) throw new ShopCallError('not_understood')
  return reply.data
}

/** How long to wait until there are enough points: what is missing, at the rate at which they return. */
function throttled({ errors, extensions }: Reply): number | undefined {
  if (!Array.isArray(errors) || !errors.some((error) => error.extensions?.code === 'THROTTLED')) return undefined
  const cost = extensions?.cost
  if (!cost) return usualWaitMs
  const { currentlyAvailable, restoreRate } = cost.throttleStatus
  const missing = Math.max(1, cost.requestedQueryCost - currentlyAvailable)
  return Math.ceil((missing / restoreRate) * 1000)
}

function dataOf({ data, errors }: Reply): Record<string, unknown> {
  if (errors?.length) {
    const [first] = Array.isArray(errors) ? errors : [{ message: errors, extensions: undefined }]
    if (first?.extensions?.code === 'ACCESS_DENIED') throw new ShopCallError('access_too_narrow')
    throw new ShopCallError('refused', { said: first?.message })
  }
  if (!data) throw new ShopCallError('not_understood')
  return data
}

const Changed = z.looseObject({ userErrors: z.array(z.object({ message: z.string() })) })

/**
 * Changes something in the shop. Shopify refuses with status 200 and `userErrors`.
 * @throws ShopCallError
 */
export async function changeInShop(store: OpenStore, mutation: string, field: string, variables: object = {}) {
  const data = await askGraph(store, mutation, variables)
  const changed = Changed.safeParse(data[field])
  if (!changed.success) throw new ShopCallError('not_understood')
  const [refusal] = changed.data.userErrors
  if (refusal) throw new ShopCallError('refused', { said: refusal.message })
  return changed.data
}
