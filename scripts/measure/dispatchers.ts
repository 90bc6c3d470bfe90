import { setTimeout as wait } from 'node:timers/promises'
import { liveTopic } from '#domain/live.ts'
import { openReturning, type ReturningSocket, type Returns } from './returning-socket.ts'

/*
 * Dispatchers with the live map open, in a process of their own: each has a socket with the workspace's two channels, and calls
 * what the pages call. Sockets that close come back as those of the pages do.
 */
export type DispatcherOrder =
  | { do: 'open'; port: number; path: string; people: Dispatcher[] }
  /** Makes the calls of so many seconds. */
  | { do: 'work'; seconds: number }
  /** What was heard since the last time. */
  | { do: 'heard' }

export type Dispatcher = { workspaceId: string; token: string; deliveryId: string }

export type DispatcherAnswer = {
  /** How old fixes were on the map, in milliseconds. */
  ages: number[]
  messages: number
  bytes: number
  /** How long calls took, in milliseconds, and how many failed. */
  calls: number[]
  failed: number
  returns: Returns
}

/**
 * What one dispatcher's pages call in a minute in which something changes every few seconds: the live map reads positions and
 * what happened again after changes, the list of orders its page and counts, and twice somebody opens an order; one order is
 * made and one is changed.
 */
export const callsPerMinute = {
  positions: 6,
  happenings: 6,
  list: 4,
  delivery: 2,
  history: 2,
  create: 1,
  change: 1,
} as const

type Call = keyof typeof callsPerMinute

let heard = nothing()
let where = { port: 0, path: '' }
const people: Dispatcher[] = []
const sockets: ReturningSocket[] = []
const returns: Returns = { back: [], away: 0 }

function nothing(): Omit<DispatcherAnswer, 'returns'> {
  return { ages: [], messages: 0, bytes: 0, calls: [], failed: 0 }
}

if (process.send) {
  process.on('message', async (order: DispatcherOrder) => {
    if (order.do === 'open') await open(order)
    if (order.do === 'work') await work(order.seconds)
    process.send!({ ...heard, returns: { ...returns, back: returns.back.splice(0) } } satisfies DispatcherAnswer)
    heard = nothing()
  })
  setInterval(() => {
    for (const socket of sockets) socket.sendText('[null,"0","phoenix","heartbeat",{}]')
  }, 25_000)
}

async function open({ port, path, people: given }: Extract<DispatcherOrder, { do: 'open' }>): Promise<void> {
  where = { port, path }
  people.push(...given)
  await Promise.all(given.map(follow))
}

/** Keeps a socket with both channels open. */
function follow({ workspaceId, token }: Dispatcher): Promise<boolean> {
  const topics = [liveTopic.workspace(workspaceId), liveTopic.positions(workspaceId)]
  return new Promise((resolve) => {
    const joins = topics.map((topic) => joinFrame(topic, token))
    sockets.push(openReturning({ ...where, joins, onText: hear, onDecided: resolve, returns }))
  })
}

function hear(text: string): void {
  if (!text.includes('"positions":[')) return
  const now = Date.now()
  heard.messages++
  heard.bytes += text.length
  for (const [, at] of text.matchAll(/"recorded_at":"([^"]+)"/g)) heard.ages.push(now - Date.parse(at!))
}

const joinFrame = (topic: string, access_token: string) =>
  JSON.stringify(['1', topic, `realtime:${topic}`, 'phx_join', { config: { private: true }, access_token }])

/** Spreads the calls of everybody evenly over the time. */
async function work(seconds: number): Promise<void> {
  const kinds = Object.entries(callsPerMinute).flatMap(([call, count]) => Array<Call>(count).fill(call as Call))
  const total = Math.round((people.length * kinds.length * seconds) / 60)
  const begun = performance.now()
  const calling: Promise<void>[] = []
  for (let n = 0; n < total; n++) {
    const late = begun + (n * seconds * 1000) / total - performance.now()
    if (late > 1) await wait(late)
    // Everybody in turn, each at another place of the list.
    const person = people[n % people.length]!
    calling.push(make(kinds[(Math.floor(n / people.length) * 7 + n) % kinds.length]!, person))
  }
  await Promise.all(calling)
}

async function make(call: Call, { token, deliveryId }: Dispatcher): Promise<void> {
  const at = performance.now()
  const order = {
    pickup_address: 'Gudang Pusat, Jl. Industri Raya, Kemayoran',
    delivery_address: 'Jl. Contoh 1, Jakarta',
    delivery_location: { lat: -6.2, lng: 106.8 },
    recipient_name: 'Recipient',
    scheduled_date: '2026-03-15',
  }
  const [method, path, body] = {
    positions: ['GET', '/v1/positions'] as const,
    happenings: ['GET', '/v1/events?after=latest&limit=200'] as const,
    list: ['GET', '/v1/deliveries?limit=50'] as const,
    delivery: ['GET', `/v1/deliveries/${deliveryId}`] as const,
    history: ['GET', `/v1/deliveries/${deliveryId}/events`] as const,
    create: ['POST', '/v1/deliveries', order] as const,
    change: ['PATCH', `/v1/deliveries/${deliveryId}`, { notes: `Changed at ${new Date().toISOString()}` }] as const,
  }[call]
  try {
    const reply = await fetch(`http://127.0.0.1:${where.port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    await reply.arrayBuffer()
    if (reply.ok) heard.calls.push(performance.now() - at)
    else heard.failed++
  } catch {
    heard.failed++
  }
}
