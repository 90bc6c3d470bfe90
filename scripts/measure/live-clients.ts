import { setTimeout as wait } from 'node:timers/promises'
import { openLight, type LightSocket } from './light-socket.ts'

/*
 * The clients of `npm run bench -- live`, in a process of their own. The parent tells what to do, one thing after the
 * other, and each is answered with what was measured.
 */
export type Order =
  /** Opens sockets as fast as they come, and joins each to its room. */
  | { do: 'open'; port: number; path: string; count: number; rooms: number; isBare: boolean }
  /** Sends so many messages per second and measures how long they take to arrive; without a rate, as many as possible. */
  | { do: 'run'; isBare: boolean; seconds: number; perSecond: number | undefined }
  /** Follows a private channel with some sockets, and says when each event arrived. */
  | { do: 'follow'; port: number; path: string; topic: string; token: string; count: number }
  | { do: 'heard' }
  | { do: 'close' }

export type Arrival = { subject: string; at: number }
export type Answer = { seconds?: number; frames?: number; p50?: number; p99?: number; arrivals?: Arrival[] }

type Member = { light: LightSocket; room: number; isBare: boolean; again: boolean }
const members: Member[] = []
let sending: Member[] = []
let latencies: number[] = []
let frames = 0
let isFlatOut = false
const arrivals: Arrival[] = []

const now = () => performance.timeOrigin + performance.now()

process.on('message', async (order: Order) => {
  process.send!(await answer(order))
})

// As real clients do, so that the server does not take them for gone.
setInterval(() => {
  for (const { light, isBare } of members) if (!isBare) light.sendText('[null,"0","phoenix","heartbeat",{}]')
}, 25_000)

async function answer(order: Order): Promise<Answer> {
  if (order.do === 'open') return open(order)
  if (order.do === 'run') return run(order)
  if (order.do === 'follow') return follow(order)
  if (order.do === 'heard') return { arrivals: arrivals.splice(0) }
  for (const { light } of members) light.socket.destroy()
  members.length = 0
  return {}
}

/** As many handshakes at the same time as a crowd of browsers makes. */
const atOnce = 200

async function open({ port, path, count, rooms, isBare }: Order & { do: 'open' }): Promise<Answer> {
  const startedAt = now()
  let next = 0
  const worker = async () => {
    for (let index = next++; index < count; index = next++)
      members.push(await join({ port, path, isBare }, index % rooms))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { seconds: (now() - startedAt) / 1000 }
}

function join(where: { port: number; path: string; isBare: boolean }, room: number): Promise<Member> {
  const { port, path, isBare } = where
  return new Promise((resolve) => {
    const light = openLight(port, path, {
      onOpen: () => light.sendText(isBare ? `${room}` : joinFrame(`room-${room}`)),
      onText: () => resolve(member),
      onBytes(payload) {
        frames++
        latencies.push(now() - Number(payload.toString('latin1', payload.length - 19, payload.length - 2)))
        if (isFlatOut && member.again) sendFrom(member)
      },
    })
    const member: Member = { light, room, isBare, again: false }
  })
}

const joinFrame = (topic: string, more = {}) =>
  JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', { config: { broadcast: { self: true }, ...more } }])

function sendFrom({ light, room, isBare }: Member): void {
  const topic = `realtime:room-${room}`
  // The bare server passes on what it gets, so it gets what ours sends: without the reference, but with an ID.
  const id = isBare ? 'x'.repeat(38) : ''
  const payload = Buffer.from(`{"driver":"4f7c","lat":-6.175,"lng":106.827${id},"at":"${now().toFixed(3)}"}`)
  light.sendBytes(
    Buffer.concat([Buffer.from([3, 0, 0, topic.length, 8, 0, 1]), Buffer.from(`${topic}position`), payload]),
  )
}

async function run({ isBare, seconds, perSecond }: Order & { do: 'run' }): Promise<Answer> {
  const asked = members.filter((member) => member.isBare === isBare && member.room >= 0)
  sending = asked.filter(({ room }, index) => asked.findIndex((other) => other.room === room) === index)
  for (const member of sending) member.again = true
  ;[latencies, frames] = [[], 0]
  const startedAt = now()
  if (perSecond === undefined) {
    isFlatOut = true
    for (const sender of sending) sendFrom(sender)
    await wait(seconds * 1000)
    isFlatOut = false
  } else {
    for (let sent = 0; sent < perSecond * seconds;) {
      const due = Math.floor(((now() - startedAt) / 1000) * perSecond)
      while (sent < due) sendFrom(sending[sent++ % sending.length]!)
      await wait(1)
    }
  }
  const taken = (now() - startedAt) / 1000
  const counted = frames
  await wait(500)
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? NaN
  return { seconds: taken, frames: counted, p50: at(0.5), p99: at(0.99) }
}

async function follow({ port, path, topic, token, count }: Order & { do: 'follow' }): Promise<Answer> {
  const follower = () =>
    new Promise<void>((resolve, reject) => {
      const light = openLight(port, path, {
        onOpen: () => {
          const [joinRef, ref, name, event, payload] = JSON.parse(joinFrame(topic, { private: true }))
          light.sendText(JSON.stringify([joinRef, ref, name, event, { ...payload, access_token: token }]))
        },
        onText(text) {
          const [, , , event, payload] = JSON.parse(text)
          if (event === 'phx_reply') return payload.status === 'ok' ? resolve() : reject(new Error(text))
          if (payload.event === 'event') arrivals.push({ subject: payload.payload.event.subject.id, at: now() })
        },
        onBytes() {},
      })
      members.push({ light, room: -1, isBare: false, again: false })
    })
  await Promise.all(Array.from({ length: count }, follower))
  return {}
}
