import { startShopifyDouble } from '#server/outside/shopify-double.ts'
import { startWixDouble } from '#server/outside/wix-double.ts'
import { startWooDouble } from '#server/outside/woocommerce-double.ts'

/** Shops on this machine to connect to offline. Ctrl+C stops them. */
const shopify = { clientId: 'karta-double', clientSecret: 'shopify-double-secret' }
const wix = { appId: 'karta-double', appSecret: 'wix-double-secret' }
const now = () => new Date()

const doubles = {
  woocommerce: await startWooDouble(now, 4701),
  shopify: await startShopifyDouble(shopify, now, 4702),
  wix: await startWixDouble(wix, now, 4703),
}
const karta = process.env.KARTA_URL ?? 'http://localhost:3000'
// Wix has these in its developer center, once for the app.
doubles.wix.state.hooks = [{ id: '1', topic: '', url: `${karta}/v1/hooks/wix` }]
doubles.wix.state.rateUrl = `${karta}/v1/rates/wix`
console.log(`Three shops are running: open ${doubles.shopify.url}, ${doubles.woocommerce.url} or ${doubles.wix.url} to buy something. Start Karta with

  SHOPS_ALLOW_PRIVATE=true \\
  SHOPIFY_CLIENT_ID=${shopify.clientId} SHOPIFY_CLIENT_SECRET=${shopify.clientSecret} SHOPIFY_SHOP_URL=${doubles.shopify.shopUrl} \\
  WIX_APP_ID=${wix.appId} WIX_APP_SECRET=${wix.appSecret} \\
  WIX_PUBLIC_KEY=${Buffer.from(doubles.wix.publicKey).toString('base64')} \\
  WIX_INSTALLER_URL=${doubles.wix.url}/app-installer WIX_API_URL=${doubles.wix.url} \\
  npm start

and connect WooCommerce with ${doubles.woocommerce.url}, Shopify with any name, Wix with its button.`)
