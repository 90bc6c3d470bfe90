import { z } from 'zod'
import { connectionFailures, type ConnectionFailure } from '../connection-failures.ts'
import { text } from '../api/endpoint.ts'
import { ShopRules } from '../shops/rules.ts'
import { Version } from './version.ts'

export const shopPlatforms = ['shopify', 'woocommerce', 'wix'] as const
export const ShopPlatform = z.enum(shopPlatforms)
export type ShopPlatform = z.output<typeof ShopPlatform>

/** What can become of a connection that worked. */
export const ConnectionProblem = z.enum(['access_lost', 'access_too_narrow'])
export type ConnectionProblem = z.output<typeof ConnectionProblem>

/** Where the browser returns from the shop: the platform's public page, or the list in the dashboard. */
export const ReturnTo = z.enum(['page', 'dashboard'])
export type ReturnTo = z.output<typeof ReturnTo>

const failureCodes = Object.keys(connectionFailures) as [ConnectionFailure, ...ConnectionFailure[]]

export const Integration = z
  .object({
    platform: ShopPlatform,
    state: z.enum(['not_connected', 'connecting', 'connected', 'failed']),
    step: z
      .enum(['approval', 'check'])
      .nullable()
      .describe('While connecting: waiting for approval in the shop, or checking the shop’s answer'),
    shop: z.string().nullable().describe('Address or name of the shop'),
    shop_version: z.string().nullable().describe('Version of the shop system, if known'),
    connected_at: z.iso.datetime().nullable(),
    connected_by: z.string().nullable(),
    last_error: z.enum(failureCodes).nullable(),
    problem: ConnectionProblem.nullable().describe('Why a connected shop cannot be used any more; connect it again'),
    rules: ShopRules.describe('Which of its orders are delivered, and how'),
    missing_settings: z
      .array(z.string())
      .describe('Settings the operator must add before this platform can be connected'),
    version: Version,
  })
  .meta({ id: 'Integration' })
export type Integration = z.output<typeof Integration>

export const NewConnection = z
  .strictObject({
    shop: text(300).optional().describe('Address of the shop; required for Shopify and WooCommerce'),
    return_to: ReturnTo.default('page'),
  })
  .meta({ id: 'NewConnection' })
export type NewConnection = z.output<typeof NewConnection>

export const StartedConnection = z
  .object({ url: z.url().describe('Where to send the browser, so that the shop asks for approval') })
  .meta({ id: 'StartedConnection' })

export const Confirmation = z
  .strictObject({ attempt: z.string().min(20).max(100).describe('The value the shop sent back') })
  .meta({ id: 'ConnectionConfirmation' })

/** With what the plugin in a WooCommerce shop signs its calls. */
export const PluginKey = z.object({ key: z.string().describe('To be entered in the plugin') }).meta({ id: 'PluginKey' })
export type PluginKey = z.output<typeof PluginKey>
