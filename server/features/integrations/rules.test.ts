import { expect, test } from 'vitest'
import { isPublicAddress } from '../../outside/public-address.ts'
import { returnUrl, shopAddress } from './rules.ts'

test.each([
  ['my-shop', 'my-shop.myshopify.com'],
  ['My-Shop.myshopify.com', 'my-shop.myshopify.com'],
  ['https://my-shop.myshopify.com/admin/orders', 'my-shop.myshopify.com'],
  ['https://admin.shopify.com/store/my-shop/orders?x=1', 'my-shop.myshopify.com'],
])('the Shopify shop %s is %s', (given, kept) => {
  expect(shopAddress('shopify', given, false)).toBe(kept)
})

test.each([
  'my-shop.myshopify.com.evil.example',
  'evil.example/my-shop.myshopify.com',
  'evil.example?my-shop.myshopify.com',
  'my-shop.myshopify.com@evil.example',
  'my-shop.myshopify.com:8443',
  'a\nb.myshopify.com',
  '-a.myshopify.com',
  '../admin',
  '<script>alert(1)</script>',
  'мой.myshopify.com',
  `${'a'.repeat(80)}.myshopify.com`,
])('%j is not a Shopify shop, even if it looks like one', (given) => {
  expect(() => shopAddress('shopify', given, true)).toThrow(/not valid/)
})

test.each([
  ['shop.example.com', 'https://shop.example.com'],
  [' https://Shop.Example.com/'.trim(), 'https://shop.example.com'],
  ['https://example.com/store/wp-admin/edit.php?post_type=shop_order', 'https://example.com/store'],
  ['https://example.com/store/#top', 'https://example.com/store'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://8.8.8.8', 'https://8.8.8.8'],
])('the WooCommerce shop %s is stored as %s', (given, kept) => {
  expect(shopAddress('woocommerce', given, false)).toBe(kept)
})

test.each([
  'http://shop.example.com',
  'https://shop.example.com:8443',
  'https://user:password@shop.example.com',
  'https://shop.example.com@127.0.0.1',
  'https://localhost',
  'https://shop.localhost',
  'https://printer.local',
  'https://metadata.google.internal',
  'https://intranet',
  'https://127.0.0.1',
  'https://127.1',
  'https://2130706433',
  'https://0x7f000001',
  'https://0177.0.0.1',
  'https://10.0.0.8/shop',
  'https://192.168.1.1',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]',
  'https://[::ffff:10.0.0.1]',
  'https://[fd00::1]',
  'https://[fe80::1]',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'ftp://shop.example.com',
  'https://',
  '//',
  'https:// shop',
])('%s is not a valid address for a shop', (given) => {
  expect(() => shopAddress('woocommerce', given, false)).toThrow(/not valid/)
})

test('only a test setting allows a shop on this machine', () => {
  expect(shopAddress('woocommerce', 'http://localhost:4701/', true)).toBe('http://localhost:4701')
  expect(shopAddress('woocommerce', 'localhost:4701', true)).toBe('https://localhost:4701')
  expect(() => shopAddress('woocommerce', 'ftp://localhost', true)).toThrow(/not valid/)
})

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  'shop.example.com',
  '',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::6810:84e5', '2a00:1450:4001::200e'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test('the return address stays on our own site, whatever the state contains', () => {
  const to = { returnTo: 'dashboard', workspaceId: 'w' } as const
  const url = new URL(returnUrl('https://karta.test', 'wix', to, { attempt: '//evil.example&platform=x' }))
  expect([url.origin, url.pathname]).toEqual(['https://karta.test', '/dashboard/integrations'])
  expect(url.searchParams.getAll('platform')).toEqual(['wix'])
  expect(url.searchParams.get('workspace')).toBe('w')
  expect(url.searchParams.get('attempt')).toBe('//evil.example&platform=x')
})
