import { z } from 'zod'
import {
  Confirmation,
  Integration,
  NewConnection,
  PluginKey,
  ShopPlatform,
  StartedConnection,
} from '../schema/integration.ts'
import { endpoint } from './endpoint.ts'

const tag = 'Integrations'
const params = z.strictObject({ platform: ShopPlatform })

export const listIntegrations = endpoint({
  id: 'listIntegrations',
  method: 'GET',
  path: '/v1/integrations',
  may: 'manage_workspace',
  tag,
  summary: 'List shop systems and whether a shop is connected to each',
  reply: z.object({ data: z.array(Integration) }),
})

export const startConnection = endpoint({
  id: 'startConnection',
  method: 'POST',
  path: '/v1/integrations/:platform/connect',
  may: 'manage_workspace',
  tag,
  summary: 'Start connecting a shop; returns the address where its owner approves',
  params,
  body: NewConnection,
  reply: StartedConnection,
})

export const confirmConnection = endpoint({
  id: 'confirmConnection',
  method: 'POST',
  path: '/v1/integrations/:platform/confirm',
  may: 'manage_workspace',
  tag,
  summary: 'Confirm a connection after returning from the shop, and check the shop’s answer',
  params,
  body: Confirmation,
  reply: Integration,
})

export const makePluginKey = endpoint({
  id: 'makePluginKey',
  method: 'POST',
  path: '/v1/integrations/woocommerce/plugin-key',
  may: 'manage_workspace',
  tag,
  summary: 'Make the key of the WooCommerce plugin; only this reply shows it, and an earlier one works no more',
  reply: PluginKey,
  status: 201,
})

export const disconnectShop = endpoint({
  id: 'disconnectShop',
  method: 'DELETE',
  path: '/v1/integrations/:platform',
  may: 'manage_workspace',
  tag,
  summary: 'Forget the shop and its keys',
  params,
  record: 'changed',
})
