import { writeFileSync } from 'node:fs'
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
  /** The same, but what was not acknowledged is sent again with the next, and `file` then names all that was, by person and time. */
  | { do: 'keep'; port: number; tokens: string[]; everySeconds: number; fixes: number; seconds: number; file: string }
  | { do: 'flood'; port: number; tokens: string[]; fixes: number; connections: number; seconds: number }

export type RoadAnswer = {
  calls: number
  fixes: number
  failed: number
  p50: number
  p95: number
  p99: number
  seconds: number
  left?: number
}

type Phone = { token: string; lat: number; lng: number; heading: number; at: number }

/** One connection that sends calls one after the other. */
function openLine(port: number) {
  let socket: Socket | undefined
  let answered: ((status: number) => void) | undefined
  let rest = ''
  const open = () => {
    rest = ''
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
      // Whoever refuses may send a body of unknown length, which must not be taken for the next answer.
      if (status !== 200) socket!.destroy()
      answered?.(status)
    })
    const own = socket
    own.on('error', () => {})
    own.on('close', () => {
      // It may have been replaced since.
      if (socket !== own) return
      socket = undefined
      answered?.(0)
    })
  }
  return {
    send(token: string, body: string): Promise<number> {
      if (!socket || socket.destroyed) open()
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
const move = (phone: Phone, count: number, at: number, apartMs?: number): string =>
  JSON.stringify({ pings: nextFixes(phone, count, at, apartMs) })

type Fix = ReturnType<typeof nextFixes>[number]

function nextFixes(phone: Phone, count: number, at: number, apartMs = 1000) {
  phone.at = at
  return Array.from({ length: count }, (_, i) => {
    phone.heading += (Math.random() - 0.5) * 20
    phone.lat += Math.cos((phone.heading * Math.PI) / 180) * 0.00009
    phone.lng += Math.sin((phone.heading * Math.PI) / 180) * 0.00009
    return {
      recorded_at: new Date(at - (count - 1 - i) * apartMs).toISOString(),
      lat: phone.lat,
      lng: phone.lng,
      accuracy_m: 8,
      speed_mps: 10,
      heading: ((phone.heading % 360) + 360) % 360,
      battery_percent: 80,
    }
  })
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

const mostInCall = 500
const patienceMs = 120_000

/** Phones with an outbox. Each sends its fixes until they are acknowledged, and is asked for the rest in the end. */
async function keep(order: Extract<RoadOrder, { do: 'keep' }>): Promise<RoadAnswer> {
  const { port, tokens, everySeconds, fixes, seconds, file } = order
  const lines = Array.from({ length: 500 }, () => openLine(port))
  const outboxes = makePhones(tokens).map((phone) => ({ phone, unsent: [] as Fix[], acknowledged: [] as string[] }))
  const times: number[] = []
  let failed = 0
  const send = async ({ phone, unsent, acknowledged }: (typeof outboxes)[number]): Promise<boolean> => {
    const line = lines.pop()
    if (!line) return false
    const part = unsent.slice(0, mostInCall)
    const at = performance.now()
    const isTaken = (await line.send(phone.token, JSON.stringify({ pings: part }))) === 200
    lines.push(line)
    if (isTaken) {
      times.push(performance.now() - at)
      acknowledged.push(...unsent.splice(0, part.length).map(({ recorded_at }) => recorded_at))
    } else failed++
    return isTaken
  }
  const busy = new Map<number, Promise<boolean>>()
  const begun = performance.now()
  const gap = (everySeconds * 1000) / outboxes.length
  for (let n = 0; n * gap < seconds * 1000; n++) {
    const late = begun + n * gap - performance.now()
    if (late > 1) await wait(late)
    const which = n % outboxes.length
    const outbox = outboxes[which]!
    outbox.unsent.push(...nextFixes(outbox.phone, fixes, Date.now(), (everySeconds * 1000) / fixes))
    if (!busy.has(which))
      busy.set(
        which,
        send(outbox).finally(() => busy.delete(which)),
      )
  }
  await Promise.all(busy.values())
  const until = performance.now() + patienceMs
  await Promise.all(
    outboxes.map(async (outbox) => {
      while (outbox.unsent.length && performance.now() < until) if (!(await send(outbox))) await wait(500)
    }),
  )
  const took = (performance.now() - begun) / 1000
  for (const line of lines) line.close()
  const rows = outboxes.flatMap(({ phone, acknowledged }) => acknowledged.map((at) => `${personOf(phone.token)} ${at}`))
  writeFileSync(file, rows.join('\n'))
  return {
    ...summary(times, rows.length, failed, took),
    left: outboxes.reduce((sum, each) => sum + each.unsent.length, 0),
  }
}

const personOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub

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
  process.send!(await { drive, keep, flood }[order.do](order as never))
})
