import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/*
 * Phones that send positions, in a process of their own. Each connection sends one call at a time, as an outbox does.
 */

export type RoadOrder =
  | {
      do: 'drive'
      port: number
      tokens: string[]
      /** From one call of a phone to its next, and how many fixes a call has. */
      everySeconds: number
      fixes?: number
      seconds: number
    }
  | { do: 'flood'; port: number; tokens: string[]; fixes: number; connections: number; seconds: number }

export type RoadAnswer = { calls: number; fixes: number; failed: number; p50: number; p95: number; p99: number; seconds: number }

type Phone = { token: string; lat: number; lng: number; heading: number; at: number }

/** One connection that sends calls one after the other. */
function openLine(port: number) {
  let socket: Socket | undefined
  let answered: ((status: number) => void) | undefined
  let rest = ''
  const open = () => {
    socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      rest += chunk
      const head = rest.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = Number(/content-length: (\d+)/i.exec(rest.slice(0, head))?.[1] ?? 0)
      if (rest.length < head + 4 + length) return
      const status = Number(rest.slice(9, 12))
      rest = rest.slice(head + 4 + length)
      answered?.(status)
    })
    socket.on('error', () => answered?.(0))
    socket.on('close', () => {
      socket = undefined
      answered?.(0)
    })
  }
  return {
    send(token: string, body: string): Promise<number> {
      if (!socket) open()
      return new Promise((resolve) => {
        answered = resolve
        socket!.write(
          `POST /v1/pings HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        )
      })
    },
    close: () => socket?.destroy(),
  }
}

/** The next fixes, a second apart unless told otherwise, the last one at `at`. */
function move(phone: Phone, count: number, at: number, apartMs = 1000): string {
  const fixes = []
  for (let i = 0; i < count; i++) {
    phone.heading += (Math.random() - 0.5) * 20
    phone.lat += Math.cos((phone.heading * Math.PI) / 180) * 0.00009
    phone.lng += Math.sin((phone.heading * Math.PI) / 180) * 0.00009
    const recorded_at = new Date(at - (count - 1 - i) * apartMs).toISOString()
    const heading = ((phone.heading % 360) + 360) % 360
    fixes.push({
      recorded_at,
      lat: phone.lat,
      lng: phone.lng,
      accuracy_m: 8,
      speed_mps: 10,
      heading,
      battery_percent: 80,
    })
  }
  phone.at = at
  return JSON.stringify({ pings: fixes })
}

const makePhones = (tokens: string[]): Phone[] =>
  tokens.map((token, i) => ({ token, lat: -6.1 - (i % 50) / 200, lng: 106.7 + i / 10_000, heading: i, at: 0 }))

function summary(times: number[], fixes: number, failed: number, seconds: number): RoadAnswer {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { calls: times.length, fixes, failed, p50: at(0.5), p95: at(0.95), p99: at(0.99), seconds }
}

/** Every phone sends a fix every few seconds, spread evenly. */
async function drive({
  port,
  tokens,
  everySeconds,
  fixes = 1,
  seconds,
}: Extract<RoadOrder, { do: 'drive' }>): Promise<RoadAnswer> {
  const phones = makePhones(tokens)
  const lines = Array.from({ length: 1000 }, () => openLine(port))
  const free = [...lines]
  const times: number[] = []
  let failed = 0
  const sending: Promise<void>[] = []
  const begun = performance.now()
  const gap = (everySeconds * 1000) / phones.length
  for (let n = 0; n * gap < seconds * 1000; n++) {
    const late = begun + n * gap - performance.now()
    if (late > 1) await wait(late)
    const phone = phones[n % phones.length]!
    const line = free.pop()
    // A phone whose network is busy comes again later; it is counted, so that nobody overlooks it.
    if (!line) {
      failed++
      continue
    }
    const at = performance.now()
    sending.push(
      line.send(phone.token, move(phone, fixes, Date.now(), (everySeconds * 1000) / fixes)).then((status) => {
        free.push(line)
        if (status === 200) times.push(performance.now() - at)
        else failed++
      }),
    )
  }
  await Promise.all(sending)
  for (const line of lines) line.close()
  return summary(times, times.length * fixes, failed, (performance.now() - begun) / 1000)
}

/** As many calls as the server answers. */
async function flood(order: Extract<RoadOrder, { do: 'flood' }>): Promise<RoadAnswer> {
  const phones = makePhones(order.tokens)
  const times: number[] = []
  let [failed, next] = [0, 0]
  const begun = performance.now()
  const start = Date.now() - 3_600_000
  const worker = async () => {
    const line = openLine(order.port)
    while (performance.now() - begun < order.seconds * 1000) {
      const phone = phones[next++ % phones.length]!
      const body = move(phone, order.fixes, Math.max(phone.at, start) + order.fixes * 1000)
      const at = performance.now()
      if ((await line.send(phone.token, body)) === 200) times.push(performance.now() - at)
      else failed++
    }
    line.close()
  }
  await Promise.all(Array.from({ length: order.connections }, worker))
  const seconds = (performance.now() - begun) / 1000
  return summary(times, times.length * order.fixes, failed, seconds)
}

process.on('message', async (order: RoadOrder) => {
  process.send!(order.do === 'drive' ? await drive(order) : await flood(order))
})
