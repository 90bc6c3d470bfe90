import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Trx } from '../../db/connect.ts'
import type { Origin } from '../../http/origin.ts'
import { findById } from '../accounts/users.ts'
import { sendNotice, type MailDeps } from '../mails/send.ts'

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

/** Remembers the device of a sign-in. If this device is new and others are known, the person gets a mail. */
export async function noteDevice(trx: Trx, deps: MailDeps, userId: string, origin: Origin): Promise<void> {
  const device = deviceName(origin.userAgent)
  const hash = createHash('sha256')
    .update(`${userId} ${device} ${networkOf(origin.ip)}`)
    .digest()
  const added = await trx
    .insertInto('auth.devices')
    .values({ user_id: userId, device_hash: hash, first_seen_at: deps.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!added) return
  const other = await trx
    .selectFrom('auth.devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('device_hash', '!=', hash)
    .limit(1)
    .executeTakeFirst()
  const user = other && (await findById(trx, userId))
  if (user) await sendNotice(trx, deps, 'new-device', { user, values: deviceValues(device, origin) })
}

const deviceValues = (device: string, { ip }: Origin) => ({ Device: device, IpAddress: ip ?? 'unknown' })
