import { z } from 'zod'
import { ShopPlatform, Integration } from '../schema/integration.ts'
import { ShopKeys, ShopProblems, ShopRetried, ShopRetry, ShopState } from '../schema/shop.ts'
import { ShopRules } from '../shops/rules.ts'
import { endpoint } from './endpoint.ts'

const tag = 'Integrations'
const params = z.strictObject({ platform: ShopPlatform })

export const getShop = endpoint({
  id: 'getShop',
  method: 'GET',
  path: '/v1/integrations/:platform/sync',
  may: 'manage_workspace',
  tag,
  summary: 'Read how a connected shop and Karta keep in step',
  params,
  reply: ShopState,
})

export const syncShopNow = endpoint({
  id: 'syncShopNow',
  method: 'POST',
  path: '/v1/integrations/:platform/sync',
  may: 'manage_workspace',
  tag,
  summary: 'Read everything that changed in a shop now',
  params,
  reply: ShopState,
})

export const listShopProblems = endpoint({
  id: 'listShopProblems',
  method: 'GET',
  path: '/v1/integrations/:platform/problems',
  may: 'manage_workspace',
  tag,
  summary: 'List the orders of a shop that wait, and what it could not be told',
  params,
  reply: ShopProblems,
})

export const retryShop = endpoint({
  id: 'retryShop',
  method: 'POST',
  path: '/v1/integrations/:platform/retry',
  may: 'manage_workspace',
  tag,
  summary: 'Try orders that wait, or news that the shop did not take, again; all of them unless some are named',
  params,
  body: ShopRetry,
  reply: ShopRetried,
})

export const changeShopRules = endpoint({
  id: 'changeShopRules',
  method: 'PATCH',
  path: '/v1/integrations/:platform/rules',
  may: 'manage_workspace',
  tag,
  summary: 'Change which orders of a shop are delivered, and how',
  params,
  body: ShopRules.partial(),
  reply: Integration,
  record: 'changed',
})

export const connectWithKeys = endpoint({
  id: 'connectWithKeys',
  method: 'POST',
  path: '/v1/integrations/:platform/keys',
  may: 'manage_workspace',
  tag,
  summary: 'Connect a shop with keys that its owner made there',
  params,
  body: ShopKeys,
  reply: Integration,
})
