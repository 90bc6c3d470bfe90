import type { FakeOrder, FakeState } from './state.ts'

/** What happened in the store that a webhook may tell. */
export type FakeHappening = 'created' | 'updated' | 'canceled' | 'deleted' | 'fulfilled' | 'uninstalled'

/** How webhooks arrive. */
export const hookMoods = ['well', 'lost', 'doubled', 'late', 'wrong signature', 'altered', 'huge', 'not text'] as const
export type HookMood = (typeof hookMoods)[number]

/** A webhook, ready to be sent. */
export type SentHook = { url: string; headers: Record<string, string>; body: Buffer }

/** What a webhook of this platform looks like; undefined if the platform has none about this. */
export type WriteHook = (happening: FakeHappening, order: FakeOrder | null, store: FakeState) => SentHook[]

export type FakeHooks = ReturnType<typeof openHooks>

const hugeBytes = 3 * 1024 * 1024

/** Sends webhooks, well or badly, and remembers them, so that they can be sent again. */
export function openHooks(state: FakeState, write: WriteHook) {
  let mood: HookMood = 'well'
  const sent: SentHook[] = []
  /** What waits to come late. */
  const held: SentHook[] = []

  const post = async ({ url, headers, body }: SentHook): Promise<number> => {
    try {
      const reply = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body), redirect: 'manual' })
      await reply.arrayBuffer()
      return reply.status
    } catch {
      return 0
    }
  }
  const emitOne = async (hook: SentHook): Promise<number[]> => {
    sent.push(hook)
    if (mood === 'lost') return []
    if (mood === 'late') return (held.push(hook), [])
    if (mood === 'doubled') return [await post(hook), await post(hook)]
    return [await post(badly(hook, mood))]
  }
  return {
    sent,
    set mood(to: HookMood) {
      mood = to
    },
    /** Tells everybody who wants to know. Returns the statuses of the answers; 0 is no answer. */
    async emit(happening: FakeHappening, order: FakeOrder | null): Promise<number[]> {
      return (await Promise.all(write(happening, order, state).map(emitOne))).flat()
    },
    /** Sends what came late, the newest first. */
    async release(): Promise<number[]> {
      return Promise.all(held.splice(0).toReversed().map(post))
    },
    /** Sends the same bytes and headers again. */
    replay: (hook: SentHook) => post(hook),
  }
}

function badly(hook: SentHook, mood: HookMood): SentHook {
  const { body } = hook
  if (mood === 'altered') return { ...hook, body: Buffer.concat([body, Buffer.from(' ')]) }
  if (mood === 'not text') return { ...hook, body: Buffer.concat([body.subarray(0, -1), Buffer.from([0xff, 0x7d])]) }
  if (mood === 'huge') return { ...hook, body: Buffer.concat([body, Buffer.alloc(hugeBytes, ' ')]) }
  if (mood !== 'wrong signature') return hook
  const headers = Object.fromEntries(
    Object.entries(hook.headers).map(([name, value]) => [name, /signature|hmac/i.test(name) ? flipped(value) : value]),
  )
  const isSignedInside = JSON.stringify(headers) === JSON.stringify(hook.headers)
  return { ...hook, headers, body: isSignedInside ? Buffer.from(flipped(body.toString())) : body }
}

/** The same text with another character in its middle. */
function flipped(text: string): string {
  const at = text.length - 8
  return text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
}
