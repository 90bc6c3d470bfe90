import { isIPv6 } from 'node:net'

/** What came of counting a call: how many are left, and when all are back. A call that has to wait was not counted. */
export type Verdict = { remaining: number; resetSeconds: number; waitSeconds: number }

/** Counts a call from an address, a person or whatever a limit counts. What differs in `scope` is counted separately. */
type Limiter = (caller: string, now: Date, scope?: string) => Verdict

/**
 * Counts a message from an address, once however often it is tried. Gives 0, or the seconds to wait when it comes too soon;
 * then it does not count.
 */
export type MessageLimiter = (address: string, message: string, now: Date) => number

/** More callers than this push out the one seen longest ago, whose calls are most likely over. */
const mostBuckets = 20_000
const mostWindows = 100_000

/**
 * A token bucket for each caller: `perWindow` calls in `windowSeconds`, at most `burst` of them at once. Calls that come
 * too early change nothing.
 */
export function bucketLimiter(limits: { perWindow: number; windowSeconds: number; burst: number }): Limiter {
  const perSecond = limits.perWindow / limits.windowSeconds
  const buckets = openMemory<{ tokens: number; at: number }>(mostBuckets)
  return (caller, now, scope = '') => {
    const at = now.getTime() / 1000
    const known = buckets.get(caller, scope)
    const tokens = known ? Math.min(limits.burst, known.tokens + Math.max(0, at - known.at) * perSecond) : limits.burst
    const left = tokens < 1 ? tokens : tokens - 1
    buckets.set(caller, { tokens: left, at }, scope)
    return {
      remaining: Math.floor(left),
      resetSeconds: Math.ceil((limits.burst - left) / perSecond),
      waitSeconds: tokens < 1 ? (1 - tokens) / perSecond : 0,
    }
  }
}

/** Lets each caller send `limit` messages in any `windowSeconds`. */
export function messageLimiter(limit: number, windowSeconds: number): MessageLimiter {
  const sent = openMemory<Map<string, number>>(mostWindows)
  return (address, message, now) => {
    const at = now.getTime() / 1000
    const isRecent = (time: number) => time > at - windowSeconds
    const recent = new Map([...(sent.get(address) ?? [])].filter(([, time]) => isRecent(time)))
    if (!recent.has(message) && recent.size >= limit) return Math.min(...recent.values()) + windowSeconds - at
    recent.set(message, at)
    sent.set(address, recent)
    sent.forgetWhile((messages) => ![...messages.values()].some(isRecent))
    return 0
  }
}

/** Remembers something about each caller, in memory only, and about at most so many callers. */
function openMemory<T>(most: number) {
  const seen = new Map<string, T>()
  return {
    get: (address: string, scope = '') => seen.get(`${networkOf(address)} ${scope}`),
    set(address: string, value: T, scope = '') {
      const caller = `${networkOf(address)} ${scope}`
      // Put back at the end, so that the callers seen longest ago come first.
      seen.delete(caller)
      seen.set(caller, value)
      if (seen.size > most) seen.delete(seen.keys().next().value!)
    },
    /** Forgets the callers seen longest ago, as long as `isOver` says so. */
    forgetWhile(isOver: (value: T) => boolean) {
      for (const [caller, value] of seen) {
        if (!isOver(value)) return
        seen.delete(caller)
      }
    },
  }
}

/** An address, or the 64 bits of an IPv6 network, because whoever has one of its addresses has all of them. */
export function networkOf(ip: string): string {
  const address = ip.split('%')[0]!
  if (!isIPv6(address)) return address
  const { hostname } = new URL(`http://[${address}]`)
  const [before = '', after] = hostname.slice(1, -1).split('::')
  const parts = before ? before.split(':') : []
  const zeros = after === undefined ? 0 : 8 - parts.length - (after ? after.split(':').length : 0)
  const whole = [...parts, ...Array<string>(zeros).fill('0'), ...(after ? after.split(':') : [])]
  // An IPv4 address written as IPv6.
  if (/^0:0:0:0:0:ffff$/.test(whole.slice(0, 6).join(':'))) return whole.join(':')
  return `${whole.slice(0, 4).join(':')}::/64`
}
