import type { ShopPlatform } from '#domain/schema/integration.ts'

type PlatformWords = {
  name: string
  text: string
  /** Absent if the platform itself asks which shop. */
  address?: { label: string; placeholder: string }
  /** Where to revoke the keys in the shop. */
  whereKeysAre: string
}

/** How the shop platforms are presented. */
export const platformWords: Record<ShopPlatform, PlatformWords> = {
  shopify: {
    name: 'Shopify',
    text: 'Install Karta in your shop, and Shopify brings you back here.',
    address: { label: 'Shop name', placeholder: 'my-shop.myshopify.com' },
    whereKeysAre: 'To revoke access in the shop too, remove Karta under Settings > Apps.',
  },
  woocommerce: {
    name: 'WooCommerce',
    text: 'Needs WordPress 5.0 and WooCommerce 4.0 or higher, and an SSL certificate. Approve Karta in your shop, which then brings you back here.',
    address: { label: 'Shop address', placeholder: 'https://shop.example.com' },
    whereKeysAre: 'To revoke the keys in the shop too, go to WooCommerce > Settings > Advanced > REST API.',
  },
  wix: {
    name: 'Wix',
    text: 'Needs a Wix Business or eCommerce Premium plan. Wix asks which site to connect, then brings you back here.',
    whereKeysAre: 'To revoke access in the site too, remove Karta under Apps > Manage Apps.',
  },
}
