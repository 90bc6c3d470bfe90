import { backOff } from '#web/lib/live/back-off.ts'
import { openLight, type LightSocket } from './light-socket.ts'

/** One way back, in milliseconds. What earlier tries took is in `all` only, next to the three parts of the last one. */
export type Return = {
  all: number
  tries: number
  waiting: number
  opening: number
  joining: number
  /** The server sent it elsewhere, instead of being gone. */
  sentAway: boolean
}

/** What a crowd of sockets noted about being away. */
export type Returns = {
  /** How long sockets took to come back with all of their channels. */
  back: Return[]
  /** How many are gone now. */
  away: number
}

export type ReturningSocket = { sendText(text: string): void; close(): void }

type Options = {
  port: number
  path: string
  /** The frames that join its channels. */
  joins: string[]
  /** Whatever comes besides answers to `joins`. Broadcasts are bytes around their JSON. */
  onText: (text: string) => void
  /** The first time that every channel is joined, or the first refusal. */
  onDecided: (isJoined: boolean) => void
  returns: Returns
}

/** A socket that comes back when it is lost, after as long as those of our pages wait. */
export function openReturning({ port, path, joins, onText, onDecided, returns }: Options): ReturningSocket {
  let light: LightSocket | undefined
  let timer: NodeJS.Timeout | undefined
  let lostAt: number | undefined
  let tries = 0
  let waited = 0
  let isOver = false
  let sentAway = false

  function connect(): void {
    const connectedAt = performance.now()
    let openedAt = connectedAt
    let joined = 0
    const opened = openLight(port, path, {
      onOpen() {
        openedAt = performance.now()
        for (const join of joins) opened.sendText(join)
      },
      onText(text) {
        if (joined === joins.length || !text.includes('"phx_reply"') || text.includes('"phoenix"')) return onText(text)
        if (!text.includes('"status":"ok"')) {
          onDecided(false)
          return void opened.socket.destroy()
        }
        if (++joined === joins.length) rise({ opening: openedAt - connectedAt, joining: performance.now() - openedAt })
      },
      onBytes: (payload) => onText(payload.toString()),
      onRefused: () => void opened.socket.destroy(),
      onSentAway: () => void (sentAway = true),
    })
    light = opened
    opened.socket.on('error', () => {})
    opened.socket.once('close', lose)
  }

  function rise(parts: Pick<Return, 'opening' | 'joining'>): void {
    if (lostAt !== undefined) {
      returns.back.push({ all: performance.now() - lostAt, tries, waiting: waited, sentAway, ...parts })
      returns.away--
      lostAt = undefined
      sentAway = false
    }
    tries = 0
    onDecided(true)
  }

  function lose(): void {
    light = undefined
    if (isOver) return
    if (lostAt === undefined) {
      lostAt = performance.now()
      returns.away++
    }
    waited = backOff(++tries)
    timer = setTimeout(connect, waited)
  }

  connect()
  return {
    sendText: (text) => void light?.sendText(text),
    close() {
      isOver = true
      clearTimeout(timer)
      light?.socket.destroy()
    },
  }
}
