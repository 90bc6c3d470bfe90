import { trackingTopic, type TrackingMessages } from '#domain/tracking/live.ts'
import { backOff } from '#web/lib/live/back-off.ts'

type Told = {
  [Name in keyof TrackingMessages]: { event: Name; payload: TrackingMessages[Name] }
}[keyof TrackingMessages]

export type Listener = {
  /** The channel is joined: from now on, everything comes. */
  onUp: () => void
  onMessage: (told: Told) => void
  /** It is gone, and comes back by itself. */
  onDown: () => void
}

type Address = { url: string; deliveryId: string; token: string }

/** The server takes a socket for dead after a minute of silence. */
const heartbeatMs = 25_000
/** No answer within this time is none. */
const answerMs = 10_000

const names: readonly string[] = ['start', 'progress', 'changed'] satisfies (keyof TrackingMessages)[]

/**
 * Listens to the delivery's private channel with the link's token, and keeps at it. It speaks as much of version 2.0.0 of
 * the realtime protocol as that takes: the official client is larger than this whole page. Returns a function that ends it.
 */
export function openSocket({ url, deliveryId, token }: Address, { onUp, onMessage, onDown }: Listener): () => void {
  const topic = `realtime:${trackingTopic(deliveryId)}`
  let socket: WebSocket | undefined
  let tries = 0
  let lastRef = 0
  let isUp = false
  let again: ReturnType<typeof setTimeout> | undefined
  let beat: ReturnType<typeof setInterval> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined

  function connect(): void {
    const opened = new WebSocket(url)
    socket = opened
    opened.addEventListener('open', () => {
      push(topic, 'phx_join', { config: { private: true }, access_token: token })
      beat = setInterval(() => push('phoenix', 'heartbeat', {}), heartbeatMs)
    })
    opened.addEventListener('message', ({ data }) => {
      if (opened === socket) hear(String(data))
    })
    opened.addEventListener('close', () => {
      if (opened === socket) lose()
    })
    expectAnswer()
  }

  function push(to: string, event: string, payload: object): void {
    socket!.send(JSON.stringify([topic === to ? '1' : null, String(++lastRef), to, event, payload]))
    expectAnswer()
  }

  function expectAnswer(): void {
    patience ??= setTimeout(lose, answerMs)
  }

  function hear(text: string): void {
    clearTimeout(patience)
    patience = undefined
    const [, , to, event, payload] = JSON.parse(text) as [unknown, unknown, string, string, Record<string, unknown>]
    if (to !== topic) return
    if (event === 'phx_reply' && !isUp) return payload.status === 'ok' ? rise() : lose()
    if (event === 'phx_close' || event === 'phx_error') return lose()
    if (event === 'broadcast' && names.includes(String(payload.event))) onMessage(payload as unknown as Told)
  }

  function rise(): void {
    tries = 0
    isUp = true
    onUp()
  }

  function lose(): void {
    leave()
    if (isUp) onDown()
    isUp = false
    again = setTimeout(connect, backOff(++tries))
  }

  function leave(): void {
    clearTimeout(again)
    clearTimeout(patience)
    clearInterval(beat)
    patience = undefined
    const left = socket
    socket = undefined
    left?.close()
  }

  connect()
  return leave
}
