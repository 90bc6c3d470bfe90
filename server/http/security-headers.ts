import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
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
/** What every reply says. The other headers are only for pages: phones that send every few seconds pay for each one. */
const ofAll = [
  'content-security-policy',
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]

/**
 * Sets the security headers of every reply, and on pages those that only pages heed. A page may say something else in the
 * headers of its own.
 */
export function registerSecurityHeaders(app: FastifyInstance, site: Parameters<typeof contentPolicy>[0]): void {
  const isSecure = site.publicUrl.startsWith('https:')
  const all = Object.entries(
    headersOf({
      contentSecurityPolicy: contentPolicy(site),
      // Tile servers want to know which site their tiles are for. They learn no more than that.
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      crossOriginEmbedderPolicy: false,
      frameguard: { action: 'deny' },
      strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    }),
  )
  const first = Object.fromEntries(all.filter(([name]) => ofAll.includes(name)))
  const ofPages = [...all.filter(([name]) => !ofAll.includes(name)), ['permissions-policy', permissionsPolicy] as const]

  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(first)
    done()
  })
  app.addHook('onSend', (_request, reply, _body, done) => {
    // A browser that has the page keeps the headers that came with it.
    const isEmpty = reply.statusCode === 304 || reply.statusCode === 204
    if (/^application\/(problem\+)?json\b/.test(String(reply.getHeader('content-type'))))
      reply.header('content-security-policy', dataPolicy)
    else if (isEmpty) reply.removeHeader('content-security-policy')
    else for (const [name, value] of ofPages) if (!reply.hasHeader(name)) reply.header(name, value)
    done()
  })
}

/** The header of a content policy. */
export function contentPolicyHeader(policy: ReturnType<typeof contentPolicy>): { 'content-security-policy': string } {
  const { 'content-security-policy': value } = headersOf({ contentSecurityPolicy: policy })
  return { 'content-security-policy': value! }
}

/** The headers that helmet sets. Working them out takes a while, so ask once where they are the same for all replies. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, (error) => {
    if (error) throw error
  })
  return response.getHeaders() as Record<string, string>
}
