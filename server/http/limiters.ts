import { isIPv6 } from 'node:net'

/** What came of counting a call: how many are left, and when all are back. A call that has to wait was not counted. */
export type Verdict = { remaining: number; resetSeconds: number; waitSeconds: number }

/** Token buckets, one for each caller. */
export type Buckets = {
  /** Counts a call from an address, a person or whatever a limit counts. What differs in `scope` is counted separately. */
  count(caller: string, now: Date, scope?: string): Verdict
  /** How many calls of a bucket other servers have not been told of, which then counts as done. */
  tell(bucket: string): number
  /** Takes calls that other servers have counted. A bucket can be in debt, but never by more than all of its calls. */
  charge(bucket: string, calls: number, now: Date): void
}

/**
 * Counts a message from an address, once however often it is tried. Gives 0, or the seconds to wait when it comes too soon;
 * then it does not count.
 */
export type MessageLimiter = (address: string, message: string, now: Date) => number

/** More callers than this push out the one seen longest ago, whose calls are most likely over. */
const mostBuckets = 20_000
const mostWindows = 100_000

/** A caller who has used less than this share of the calls is not told of. */
const quietShare = 0.1

/**
 * A token bucket for each caller: `perWindow` calls in `windowSeconds`, at most `burst` of them at once. Calls that come
 * too early change nothing.
 * @param onCount hears which bucket has lost a call that other servers should be told of
 */
export function openBuckets(
  limits: { perWindow: number; windowSeconds: number; burst: number },
  onCount: (bucket: string) => void = () => {},
): Buckets {
  const { burst } = limits
  const perSecond = limits.perWindow / limits.windowSeconds
  const buckets = openMemory<{ tokens: number; at: number; untold: number }>(mostBuckets)
  const filled = (bucket: string, at: number) => {
    const known = buckets.get(bucket)
    if (!known) return { tokens: burst, untold: 0 }
    const tokens = Math.min(burst, known.tokens + Math.max(0, at - known.at) * perSecond)
    // What has come back since needs no telling.
    return { tokens, untold: Math.min(known.untold, burst - tokens) }
  }
  return {
    count(caller, now, scope = '') {
      const bucket = bucketOf(caller, scope)
      const at = now.getTime() / 1000
      const { tokens, untold } = filled(bucket, at)
      const isTaken = tokens >= 1
      const left = isTaken ? tokens - 1 : tokens
      buckets.set(bucket, { tokens: left, at, untold: isTaken ? untold + 1 : untold })
      if (isTaken && burst - left >= burst * quietShare) onCount(bucket)
      return {
        remaining: Math.max(0, Math.floor(left)),
        resetSeconds: Math.ceil((burst - left) / perSecond),
        waitSeconds: isTaken ? 0 : (1 - tokens) / perSecond,
      }
    },
    tell(bucket) {
      const known = buckets.get(bucket)
      if (!known) return 0
      const calls = Math.round(known.untold)
      known.untold = 0
      return calls
    },
    charge(bucket, calls, now) {
      const at = now.getTime() / 1000
      const { tokens, untold } = filled(bucket, at)
      buckets.set(bucket, { tokens: Math.max(-burst, tokens - calls), at, untold })
    },
  }
}

/** Lets each caller send `limit` messages in any `windowSeconds`. */
export function messageLimiter(limit: number, windowSeconds: number): MessageLimiter {
  const sent = openMemory<Map<string, number>>(mostWindows)
  return (address, message, now) => {
    const at = now.getTime() / 1000
    const isRecent = (time: number) => time > at - windowSeconds
    const caller = bucketOf(address, '')
    const recent = new Map([...(sent.get(caller) ?? [])].filter(([, time]) => isRecent(time)))
    if (!recent.has(message) && recent.size >= limit) return Math.min(...recent.values()) + windowSeconds - at
    recent.set(message, at)
    sent.set(caller, recent)
    sent.forgetWhile((messages) => ![...messages.values()].some(isRecent))
    return 0
  }
}

/** An address counts with its network. */
const bucketOf = (caller: string, scope: string) => `${networkOf(caller)} ${scope}`

/** Remembers something about each caller, in memory only, and about at most so many callers. */
function openMemory<T>(most: number) {
  const seen = new Map<string, T>()
  return {
    get: (caller: string) => seen.get(caller),
    set(caller: string, value: T) {
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
