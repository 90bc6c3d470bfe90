import type { RealtimeChannel } from '@supabase/supabase-js'
import { z } from 'zod'
import { liveMessages, type LiveMessages } from '#domain/live.ts'
import { authClient } from '../session.ts'
import { backOff } from './back-off.ts'

export type LiveMessage = {
  [Name in keyof LiveMessages]: { name: Name; payload: LiveMessages[Name] }
}[keyof LiveMessages]

/** An event of a newer server may be of a type that this page does not know. What it is about is enough. */
const AnyEvent = z.looseObject({
  cursor: z.string(),
  type: z.string(),
  subject: z.object({ kind: z.string(), id: z.string() }),
  at: z.string(),
})
const messages = { ...liveMessages, event: liveMessages.event.extend({ event: AnyEvent }) }

type Listener = {
  onMessage: (message: LiveMessage) => void
  /**
   * The channel is gone. It comes back by itself.
   * @param byServer whether the server closed it: the person may have other rights now
   */
  onDown: (byServer: boolean) => void
}

/** A device that is back online connects within this time. */
const onlineMilliseconds = 500

/** The client knows one channel of a name, so that the next one has to wait until the last one is gone. */
let leaving: Promise<unknown> = Promise.resolve()

/**
 * Listens to a channel of events through the official client, and keeps at it: through lost connections, restarts of the
 * server, renewed tokens, and while the device is offline. Returns a function that ends it.
 */
export function openSocket(topic: string, { onMessage, onDown }: Listener): () => void {
  let channel: RealtimeChannel | undefined
  let isOver = false
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function join(): Promise<void> {
    await leaving
    const { realtime } = await authClient()
    // Otherwise the channel would be joined without saying who asks.
    await realtime.setAuth()
    if (isOver || channel || !navigator.onLine) return
    const joined = realtime.channel(topic, { config: { private: true } })
    channel = joined
    for (const [name, schema] of Object.entries(messages)) {
      joined.on('broadcast', { event: name }, ({ payload }: { payload?: unknown }) => {
        const { data } = schema.safeParse(payload)
        if (data && channel === joined) onMessage({ name, payload: data } as LiveMessage)
      })
    }
    joined.subscribe((status) => {
      if (channel !== joined) return
      if (status === 'SUBSCRIBED') tries = 0
      else onDown(status === 'CLOSED')
      // The client comes back by itself, with the newest token, unless the server closed the channel.
      if (status === 'CHANNEL_ERROR') void realtime.setAuth()
      if (status === 'CLOSED') again()
    })
  }

  function again(): void {
    leave()
    joinAfter(backOff(++tries))
  }

  function joinAfter(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void join().catch(again), milliseconds)
  }

  function leave(isOffline = false): void {
    const left = channel
    channel = undefined
    if (left) leaving = leaveChannel(left, isOffline)
  }

  // The browser knows sooner than the socket does that there is no network.
  const onOffline = () => {
    clearTimeout(timer)
    leave(true)
    onDown(false)
  }
  const onOnline = () => {
    tries = 0
    joinAfter(onlineMilliseconds * Math.random())
  }
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  join().catch(again)

  return () => {
    isOver = true
    clearTimeout(timer)
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
    leave()
  }
}

async function leaveChannel(channel: RealtimeChannel, isOffline: boolean): Promise<void> {
  const { realtime } = await authClient()
  // It would only fail to connect, again and again.
  if (isOffline) await realtime.disconnect()
  await realtime.removeChannel(channel)
}
