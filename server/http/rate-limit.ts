import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import type { Bus } from '../bus/bus.ts'
import { gather } from '../bus/gather.ts'
import { readClaims, type VerifyToken } from './callers/token.ts'
import { hashApiKey, isApiKey } from './key-format.ts'
import { burstOf, limitTable, type LimitName, type Limits } from './limit-table.ts'
import { addHeaders, rateHeaders } from './rate-headers.ts'
import { messageLimiter, openBuckets, type Buckets, type MessageLimiter, type Verdict } from './limiters.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit of an endpoint in addition to `api`, or false if it counts its calls itself. */
    limit?: CallLimitName | false
  }
}

export type CallLimitName = Exclude<LimitName, 'programs' | 'refresh' | 'contact' | 'invitations' | 'mails' | 'sms'>

/**
 * Counts what comes in, by the table of limits, in memory. Servers tell each other what they have counted a few times a
 * second, so several of them together admit hardly more than one.
 */
export type Limiter = {
  /**
   * Counts a call, by whoever calls or by its address as the table says, and by its endpoint if each has its own limit.
   * @param what counts separately from other calls of the endpoint
   * @throws AppError `rate_limited`
   */
  count(name: CallLimitName, request: FastifyRequest, reply: FastifyReply, what?: string): Promise<void>
  /**
   * Counts a call that shops make, by the address of ours that it goes to. Until one was genuine, calls count like all others.
   * @throws AppError `rate_limited`
   */
  countShop(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** A call was genuine: what comes from there to the same address counts for itself from now on. */
  knowShop(request: FastifyRequest): void
  /** Counts a refresh. Gives 0, or the seconds to wait when it comes too soon. */
  countRefresh(sessionId: string, reply: FastifyReply): number
  /** Counts a message through the forms. */
  countMessage: MessageLimiter
  /** From now on, calls with this API key count for the key, not for their address, and for its workspace. */
  knowKey(hash: Buffer, workspaceId: string): void
  /**
   * Counts a call with an API key for its workspace, whose first one is not known yet. Returns headers that say what is left.
   * @throws AppError `rate_limited`
   */
  countProgram(hash: Buffer): Record<string, string>
}

const mostKnownKeys = 10_000
const mostKnownShops = 10_000

const tellEveryMs = 100
const topic = 'limits'
const messageTopic = 'messages'

type Options = {
  now: () => Date
  verifyToken: VerifyToken
  /** What other servers hear. Undefined when there are none. */
  bus?: Pick<Bus, 'publish' | 'subscribe'> | undefined
}

export function openLimiter(limits: Limits, { now, verifyToken, bus }: Options): Limiter {
  const sharing = bus && shareLimits(bus, (name, bucket, calls) => buckets[name].charge(bucket, calls, now()))
  const open = (name: LimitName) => {
    const { seconds } = limitTable[name]
    const size = { perWindow: limits[name], windowSeconds: seconds, burst: burstOf(name, limits[name]) }
    return openBuckets(size, sharing && ((bucket) => sharing(name, bucket, () => buckets[name].tell(bucket))))
  }
  const buckets = Object.fromEntries(Object.keys(limitTable).map((name) => [name, open(name as LimitName)])) as Record<
    LimitName,
    Buckets
  >
  /** Keys, and their workspaces. */
  const knownKeys = new Map<string, string>()
  /** From where which of our addresses was called by a shop. */
  const knownShops = new Set<string>()
  const shopOf = ({ ip, url }: FastifyRequest) => `${ip} ${url}`

  /**
   * The person or API key that a request certainly comes from, or else its address. Made-up tokens and keys count for
   * the address, and so does a key's first call. This asks no database, which a flood would keep busy.
   */
  async function callerOf(request: FastifyRequest): Promise<string> {
    const [scheme, token = ''] = request.headers.authorization?.split(' ') ?? []
    if (scheme?.toLowerCase() !== 'bearer') return request.ip
    if (isApiKey(token)) {
      const hash = hashApiKey(token)?.toString('hex')
      return hash && knownKeys.has(hash) ? `key ${hash}` : request.ip
    }
    return readClaims(verifyToken, request, false).then(
      ({ userId }) => `person ${userId}`,
      () => request.ip,
    )
  }

  const count: Limiter['count'] = async (name, request, reply, what = '') => {
    const limit = limitTable[name]
    const caller = limit.of === 'caller' ? await callerOf(request) : request.ip
    const scope = 'perEndpoint' in limit ? `${request.routeOptions.url} ${what}` : what
    const verdict = buckets[name].count(caller, now(), scope)
    say(reply, name, limits[name], verdict)
    if (verdict.waitSeconds > 0) {
      throw new AppError('rate_limited', { retry_after_seconds: Math.ceil(verdict.waitSeconds) })
    }
  }

  return {
    count,
    countShop: (request, reply) =>
      knownShops.has(shopOf(request)) ? count('shops', request, reply, request.url) : count('api', request, reply),
    knowShop(request) {
      const shop = shopOf(request)
      if (knownShops.size >= mostKnownShops && !knownShops.has(shop)) knownShops.delete(knownShops.keys().next().value!)
      knownShops.add(shop)
    },
    countRefresh(sessionId, reply) {
      const verdict = buckets.refresh.count(sessionId, now())
      say(reply, 'refresh', limits.refresh, verdict)
      return verdict.waitSeconds
    },
    countMessage: sharedMessages(messageLimiter(limits.contact, limitTable.contact.seconds), { now, bus }),
    knowKey(hash, workspaceId) {
      const key = hash.toString('hex')
      if (knownKeys.size >= mostKnownKeys && !knownKeys.has(key)) knownKeys.delete(knownKeys.keys().next().value!)
      knownKeys.set(key, workspaceId)
    },
    countProgram(hash) {
      const workspaceId = knownKeys.get(hash.toString('hex'))
      if (workspaceId === undefined) return {}
      const verdict = buckets.programs.count(workspaceId, now())
      if (verdict.waitSeconds > 0) {
        throw new AppError('rate_limited', { retry_after_seconds: Math.ceil(verdict.waitSeconds) })
      }
      return rateHeaders(saidOf('programs', limits.programs, verdict))
    },
  }
}

/**
 * Tells other servers which buckets have lost calls, and hears it from them.
 * @returns what notes that a bucket has lost some; `calls` says how many when it is told
 */
function shareLimits(
  bus: NonNullable<Options['bus']>,
  charge: (name: LimitName, bucket: string, calls: number) => void,
): (name: LimitName, bucket: string, calls: () => number) => void {
  const sender = randomUUID()
  type Counted = [name: LimitName, bucket: string, calls: number]
  type Noted = { name: LimitName; bucket: string; calls: () => number }
  const noted = gather<Noted>(tellEveryMs, (_topic, all) => {
    const counted = all
      .map(({ name, bucket, calls }): Counted => [name, bucket, calls()])
      .filter(([, , calls]) => calls > 0)
    if (counted.length) bus.publish(topic, JSON.stringify({ sender, counted }))
  })
  bus.subscribe(topic, (message) => {
    const heard = JSON.parse(message) as { sender: string; counted: Counted[] }
    if (heard.sender === sender) return
    // A newer server may have a limit that this one does not know.
    for (const [name, bucket, calls] of heard.counted) if (name in limitTable) charge(name, bucket, calls)
  })
  return (name, bucket, calls) => noted.put(topic, `${name} ${bucket}`, { name, bucket, calls })
}

/** Counts on all servers what one has taken. Each message counts once, so hearing one's own changes nothing. */
function sharedMessages(count: MessageLimiter, { now, bus }: Pick<Options, 'now' | 'bus'>): MessageLimiter {
  bus?.subscribe(messageTopic, (heard) => {
    const [address, message] = JSON.parse(heard) as [string, string]
    count(address, message, now())
  })
  return (address, message, at) => {
    const waitSeconds = count(address, message, at)
    if (!waitSeconds) bus?.publish(messageTopic, JSON.stringify([address, message]))
    return waitSeconds
  }
}

/** Says in the headers of a reply what is left of its limit, and in `x-ratelimit` of the one with the least left. */
function say(reply: FastifyReply, name: LimitName, limit: number, verdict: Verdict): void {
  const { remaining, resetSeconds } = verdict
  addHeaders(reply, rateHeaders(saidOf(name, limit, verdict)))
  const said = reply.getHeader('x-ratelimit-remaining')
  if (said !== undefined && Number(said) <= remaining) return
  reply.headers({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': resetSeconds })
}

const saidOf = (name: LimitName, quota: number, { remaining, resetSeconds }: Verdict) => ({
  name,
  quota,
  windowSeconds: limitTable[name].seconds,
  remaining,
  resetSeconds,
})

/**
 * Counts every request by the endpoint that it reached, however its address was written. Register it after the security
 * headers, so that refusals have them too.
 */
export function registerRateLimit(app: FastifyInstance, limiter: Limiter): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url, config } = request.routeOptions
    if (config.limit === false) return
    // What browsers ask before a call must not use up the calls of an address.
    const isPreflight = request.method === 'OPTIONS' && url !== undefined
    if (!isPreflight && (url === undefined || isApi(url))) await limiter.count('api', request, reply)
    else await limiter.count('site', request, reply, url && forMonitors.has(url) ? url : '')
    if (config.limit) await limiter.count(config.limit, request, reply)
  })
}

/** What monitors ask. Each counts for itself, so that visits do not make a server look ill. */
export const forMonitors = new Set(['/healthz', '/readyz', '/metrics'])

/** Whether a route belongs to the API rather than the site. */
export const isApi = (url: string) => /^\/(((auth|realtime|storage|rest|functions)\/)?v1|mcp)(\/|$)/.test(url)
