import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { contentPolicy } from './content-policy.ts'

/**
 * What pages may not use, even if a script got in that asks for it. Passkeys and copying to the clipboard are in use and so
 * are not named. A page that needs one of these has to take it off the list, for `self` only.
 */
const denied = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
const allowing = (...own: string[]) =>
  denied.map((feature) => `${feature}=(${own.includes(feature) ? 'self' : ''})`).join(', ')
const permissionsPolicy = allowing()

/** What the driver's app alone may ask for: where the phone is, its camera, and that its screen stays on. */
export const roadPermissions = allowing('camera', 'geolocation', 'screen-wake-lock')
/** The order page may ask where a customer is. */
export const bookingPermissions = allowing('geolocation')

/** What JSON may do if a browser is made to show it as a page. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"
/** What only pages heed. Phones that send every few seconds pay for each header. */
const ofPages = [
  'permissions-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/**
 * Sets the security headers of every reply, and of those that only pages heed none on JSON. A page may replace the content
 * policy with its own.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  site: Parameters<typeof contentPolicy>[0],
): Promise<void> {
  const isSecure = site.publicUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: contentPolicy(site),
    // Tile servers want to know which site their tiles are for. They learn no more than that.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })
  app.addHook('onRequest', async (_, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
  })
  app.addHook('onSend', async (_, reply) => {
    const isData = /^application\/(problem\+)?json\b/.test(String(reply.getHeader('content-type')))
    // A browser that has the page keeps the headers that came with it.
    const isEmpty = reply.statusCode === 304 || reply.statusCode === 204
    if (!isData && !isEmpty) return
    for (const name of ofPages) reply.removeHeader(name)
    if (isData) reply.header('content-security-policy', dataPolicy)
    else reply.removeHeader('content-security-policy')
  })
}
