import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Trx } from '../../db/connect.ts'
import type { Origin } from '../../http/origin.ts'
import { sendNotice, type MailDeps } from '../mails/send.ts'
import type { UserRow } from '../protocol/objects.ts'

/** The first match wins: browsers also name the browsers they are based on. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A device as a person would call it, like `Firefox on Windows`. Versions are left out because they change. */
export function deviceName(userAgent: string | null): string {
  const nameIn = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser && system) return `${browser} on ${system}`
  const program = /^[\w.-]{1,40}/.exec(userAgent ?? '')?.[0]
  return browser ?? system ?? program ?? 'an unknown program'
}

/** Roughly the provider's part of an address. On phones and home connections the rest changes all the time. */
function networkOf(ip: string | null): string {
  if (!ip) return 'unknown'
  if (isIPv6(ip)) return new URL(`http://[${ip}]`).hostname.split(':').slice(0, 2).join(':')
  return ip.split('.').slice(0, 2).join('.')
}

/** A device as far as it is recognized. */
export const deviceLabel = ({ userAgent, ip }: Origin) => `${deviceName(userAgent)} ${networkOf(ip)}`

/** What is stored of a person's device: enough to recognize it, and nothing to read. `auth.account_at` knows it too. */
export function deviceHash(userId: string, origin: Origin): Buffer {
  return createHash('sha256')
    .update(`${userId} ${deviceLabel(origin)}`)
    .digest()
}

/** Tells a person by mail that they signed in on a device that their account has not used before. */
export async function announceDevice(trx: Trx, deps: MailDeps, user: UserRow, origin: Origin): Promise<void> {
  const values = { Device: deviceName(origin.userAgent), IpAddress: origin.ip ?? 'unknown' }
  await sendNotice(trx, deps, 'new-device', { user, values })
}
