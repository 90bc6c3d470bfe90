import type { RealtimeChannel, RealtimeChannelOptions } from '@supabase/supabase-js'
import { authClient } from '../session.ts'
import { backOff } from './back-off.ts'

type Keeper = {
  /** Says what to listen to, before the channel is joined. What comes when it is no longer current counts for nothing. */
  prepare: (channel: RealtimeChannel, isCurrent: () => boolean) => void
  /** The channel is joined, for the first time or again. */
  onUp?: (channel: RealtimeChannel) => void
  /**
   * The channel is gone. It comes back by itself.
   * @param byServer whether the server closed it: the person may have other rights now
   */
  onDown?: (byServer: boolean) => void
}

/** A device that is back online connects within this time. */
const onlineMilliseconds = 500

/** The client knows one channel of a name, so that the next one has to wait until the last one is gone. */
const leaving = new Map<string, Promise<unknown>>()

/**
 * Joins a private channel through the official client, and keeps at it: through lost connections, restarts of the server,
 * renewed tokens, and while the device is offline. Returns a function that ends it.
 */
export function keepChannel(
  topic: string,
  config: RealtimeChannelOptions['config'],
  { prepare, onUp, onDown }: Keeper,
): () => void {
  let channel: RealtimeChannel | undefined
  let isOver = false
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function join(): Promise<void> {
    await leaving.get(topic)
    const { realtime } = await authClient()
    // Otherwise the channel would be joined without saying who asks.
    await realtime.setAuth()
    if (isOver || channel || !navigator.onLine) return
    const joined = realtime.channel(topic, { config: { ...config, private: true } })
    channel = joined
    prepare(joined, () => channel === joined)
    joined.subscribe((status) => {
      if (channel !== joined) return
      if (status === 'SUBSCRIBED') {
        tries = 0
        onUp?.(joined)
      } else onDown?.(status === 'CLOSED')
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
    if (left) leaving.set(topic, leaveChannel(left, isOffline))
  }

  // The browser knows sooner than the socket does that there is no network.
  const onOffline = () => {
    clearTimeout(timer)
    leave(true)
    onDown?.(false)
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
