import { openReturning, type ReturningSocket, type Returns } from './returning-socket.ts'

/*
 * People on tracking pages, in a process of their own: each has a socket on the channel of one delivery, with the link's token.
 * The parent tells what to do, one thing after the other, and each is answered with what was measured.
 */
export type TrackingOrder =
  /** Opens a page each, as fast as they come. */
  | { do: 'open'; port: number; path: string; pages: { id: string; token: string }[] }
  /** What was heard since the last time. */
  | { do: 'heard' }
  | { do: 'close' }
export type TrackingAnswer = {
  seconds?: number
  joined?: number
  /** How old a van's fix was on the page, in milliseconds. */
  ages?: number[]
  frames?: number
  bytes?: number
  returns?: Returns
}

/** As many handshakes at the same time as a crowd of browsers makes. */
const atOnce = 200
const heartbeatMs = 25_000
const sockets: ReturningSocket[] = []
const returns: Returns = { back: [], away: 0 }
let heard = { ages: [] as number[], frames: 0, bytes: 0 }

process.on('message', async (order: TrackingOrder) => {
  if (order.do === 'open') return process.send!(await open(order))
  if (order.do === 'close') for (const socket of sockets.splice(0)) socket.close()
  process.send!({ ...heard, returns: { ...returns, back: returns.back.splice(0) } })
  heard = { ages: [], frames: 0, bytes: 0 }
})

// Spread over time, as those of people are.
let next = 0
setInterval(() => {
  const until = next + Math.ceil(sockets.length / (heartbeatMs / 100))
  for (; next < Math.min(until, sockets.length); next++) sockets[next]!.sendText('[null,"0","phoenix","heartbeat",{}]')
  if (next >= sockets.length) next = 0
}, 100)

async function open({ port, path, pages }: TrackingOrder & { do: 'open' }): Promise<TrackingAnswer> {
  const began = performance.now()
  let at = 0
  let joined = 0
  const worker = async () => {
    for (let page = pages[at++]; page; page = pages[at++]) if (await join(port, path, page)) joined++
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { seconds: (performance.now() - began) / 1000, joined }
}

function join(port: number, path: string, { id, token }: { id: string; token: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const topic = `realtime:tracking:${id}`
    let last: string | undefined
    const socket = openReturning({
      port,
      path,
      joins: [JSON.stringify(['1', '1', topic, 'phx_join', { config: { private: true }, access_token: token }])],
      onText(text) {
        heard.frames++
        heard.bytes += text.length
        const at = /"van":\{[^}]*"at":"([^"]+)"/.exec(text)?.[1]
        // Other news repeat where the van is, and the first may be old.
        if (at && last && at !== last) heard.ages.push(Date.now() - Date.parse(at))
        last = at ?? last
      },
      onDecided: resolve,
      returns,
    })
    sockets.push(socket)
  })
}
