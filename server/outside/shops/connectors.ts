import type { ShopPlatform } from '#domain/schema/integration.ts'
import type { ShopConnector } from './platform.ts'
import { shopify } from './shopify/connector.ts'

/** How Karta talks to each shop platform. A platform that is not here can be connected, and no more. */
export const connectors: Partial<Record<ShopPlatform, ShopConnector>> = { shopify }
