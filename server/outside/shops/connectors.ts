import type { ShopPlatform } from '#domain/schema/integration.ts'
import type { ShopConnector } from './platform.ts'
import { shopify } from './shopify/connector.ts'
import { wix } from './wix/connector.ts'
import { woocommerce } from './woocommerce/connector.ts'

/** How Karta talks to each shop platform. */
export const connectors: Record<ShopPlatform, ShopConnector> = { shopify, woocommerce, wix }
