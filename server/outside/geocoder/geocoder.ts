import { setTimeout as delay } from 'node:timers/promises'
import type { Hit } from '#domain/address/judge-hit.ts'
import type { Location } from '#domain/geo.ts'
import { openBreaker } from '../breaker.ts'
import type { Dialect } from './dialect.ts'
import { nominatim } from './nominatim.ts'
import { openPace } from './pace.ts'
import { pelias } from './pelias.ts'
import { photon } from './photon.ts'
import type { GeocoderKind, GeocoderSettings } from './settings.ts'

/** Finds places for addresses. */
export type Geocoder = {
  kind: GeocoderKind
  countries: string[]
  /** Whether it can be asked while somebody types. */
  completesWords: boolean
  /**
   * The places for an address, in the geocoder's order.
   * @param options.maxWaitMs how long it may wait for its turn
   * @param options.whose a workspace whose people ask; only a few of its questions wait at the same time
   * @throws GeocoderUnavailable
   */
  search(
    address: string,
    options: { near?: Location[]; isTyping?: boolean; maxWaitMs: number; whose?: string; signal?: AbortSignal },
  ): Promise<Hit[]>
}

/** There is no answer now. `busy`: too many others are asking. `refused`: the operator has to look at the settings. */
export class GeocoderUnavailable extends Error {
  override readonly name = 'GeocoderUnavailable'
  readonly why: 'busy' | 'paused' | 'failed' | 'refused'

  constructor(why: GeocoderUnavailable['why'], message: string) {
    super(message)
    this.why = why
  }
}

type Clock = { now: () => Date; wait: (ms: number, signal?: AbortSignal) => Promise<void>; sharedBy?: () => number }

const dialects: Record<GeocoderKind, Dialect> = { nominatim, photon, pelias }
const patienceMs = 5000
const maxBytes = 512 * 1024
/** Fewer than a person waits seconds, so that at one question a second, those of one workspace leave room for others. */
const mostAtOnce = 3

/**
 * Asks the geocoder of the settings, at its pace, and leaves it alone for a while after several failures.
 * @param clock `sharedBy` says how many servers share the pace
 */
export function openGeocoder(
  settings: GeocoderSettings,
  { now, wait = (ms, signal) => delay(ms, undefined, { signal }), sharedBy }: Pick<Clock, 'now'> & Partial<Clock>,
): Geocoder {
  const { kind, countries, language } = settings
  const dialect = dialects[kind]
  const pace = openPace(settings.perSecond, { now, wait, ...(sharedBy && { sharedBy }) })
  const breaker = openBreaker(now)
  const ask = caller(settings)
  const asking = new Map<string, number>()

  return {
    kind,
    countries,
    completesWords: dialect.completesWords,
    async search(address, { near = [], isTyping = false, maxWaitMs, whose = '', signal }) {
      if (!breaker.mayTry()) throw new GeocoderUnavailable('paused', 'the geocoder failed several times in a row')
      const own = asking.get(whose) ?? 0
      if (whose && own >= mostAtOnce) throw new GeocoderUnavailable('busy', 'too many addresses of one workspace')
      asking.set(whose, own + 1)
      try {
        if (!(await pace.take(maxWaitMs, signal))) throw new GeocoderUnavailable('busy', 'too many addresses at once')
      } finally {
        const left = asking.get(whose)! - 1
        if (left) asking.set(whose, left)
        else asking.delete(whose)
      }
      const { path, query } = dialect.ask({ address, countries, language, near, isTyping })
      try {
        const hits = dialect.read(await ask(path, query, signal))
        breaker.succeeded()
        return hits
      } catch (error) {
        // Nobody waits for the answer anymore, which says nothing about the geocoder.
        if (!signal?.aborted) breaker.failed()
        throw error
      }
    },
  }
}

/** Makes one call. Its errors never contain the address of the geocoder, which may hold a key. */
function caller({ url, userAgent }: GeocoderSettings) {
  const base = new URL(url)
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': userAgent }
  if (base.username) {
    const [user, password] = [base.username, base.password].map(decodeURIComponent)
    headers.authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    base.username = base.password = ''
  }
  return async (path: string, query: Record<string, string | number | undefined>, signal?: AbortSignal) => {
    const target = new URL(base)
    target.pathname = target.pathname.replace(/\/+$/, '') + path
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) target.searchParams.set(name, String(value))
    }
    const timeout = AbortSignal.timeout(patienceMs)
    const both = signal ? AbortSignal.any([signal, timeout]) : timeout
    try {
      const reply = await fetch(target, { headers, redirect: 'error', signal: both })
      if (reply.status === 429) throw new GeocoderUnavailable('busy', 'the geocoder asks for patience')
      if (reply.status === 401 || reply.status === 403) {
        throw new GeocoderUnavailable('refused', `the geocoder refuses us with status ${reply.status}`)
      }
      // Nominatim and Pelias refuse addresses that they cannot read. They know no such place.
      if (reply.status === 400) return []
      if (!reply.ok) throw new GeocoderUnavailable('failed', `the geocoder answers with status ${reply.status}`)
      return JSON.parse(await readText(reply)) as unknown
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof GeocoderUnavailable) throw error
      const isJson = error instanceof SyntaxError || error instanceof TooLong
      throw new GeocoderUnavailable('failed', isJson ? 'the geocoder does not answer in JSON' : 'no answer')
    }
  }
}

class TooLong extends Error {}

async function readText(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of reply.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new TooLong()
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
