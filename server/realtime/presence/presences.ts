import { randomUUID } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import type { Receiver } from '../hub.ts'
import { PresenceRoom, type PresenceParts } from './room.ts'
import type { Presence } from './table.ts'

/** One client in a room. */
export type Attendance = {
  /** What is known so far, as JSON. From now on, the client gets the diffs. */
  watch(): string
  /** Shows something of the client. The same again changes nothing. */
  track(payload: Record<string, unknown>): void
  untrack(): void
  /** The client is gone. */
  close(): void
}

export type Presences = {
  enter(room: string, receiver: Receiver, key: string): Attendance
  /** Says that this server lives, and forgets the clients of servers that have not said so for long. */
  beat(): void
  rooms(): number
  close(): void
}

const heartbeats = 'presence-servers'
/** How often each server says that it lives, and after how long without a sign its clients are gone. */
export const beatSeconds = 10
const goneAfterMs = 35_000

/** Who is present where, on all servers that share the bus. */
export function openPresences({ bus, now, soon }: { bus: Bus } & Pick<PresenceParts, 'now' | 'soon'>): Presences {
  const server = randomUUID()
  const rooms = new Map<string, { room: PresenceRoom; attending: number }>()
  const heardAt = new Map<string, number>()
  const stops = [
    bus.subscribe(heartbeats, (other) => void heardAt.set(other, now())),
    bus.onGap(() => {
      for (const { room } of rooms.values()) room.ask()
    }),
  ]

  function beat(): void {
    if (rooms.size > 0) bus.publish(heartbeats, server)
    const isGone = (other: string) => {
      // One that was never heard has just come, and gets the same time.
      if (!heardAt.has(other)) heardAt.set(other, now())
      return now() - heardAt.get(other)! > goneAfterMs
    }
    for (const { room } of rooms.values()) room.sweep(isGone)
    for (const [other, at] of heardAt) if (now() - at > 2 * goneAfterMs) heardAt.delete(other)
  }

  return {
    enter(name, receiver, key) {
      const entry = rooms.get(name) ?? {
        room: new PresenceRoom({ bus, server, now, soon }, name, `realtime:${name.slice(name.indexOf(':') + 1)}`),
        attending: 0,
      }
      rooms.set(name, entry)
      entry.attending++
      return attend(entry.room, receiver, key, () => {
        if (--entry.attending > 0) return
        entry.room.close()
        rooms.delete(name)
      })
    },
    beat,
    rooms: () => rooms.size,
    close() {
      for (const stop of stops) stop()
      for (const { room } of rooms.values()) room.close()
      rooms.clear()
    },
  }
}

function attend(room: PresenceRoom, receiver: Receiver, key: string, onClose: () => void): Attendance {
  let shown: { presence: Presence; text: string } | undefined
  const untrack = () => {
    if (shown) room.leave(shown.presence)
    shown = undefined
  }
  return {
    watch: () => room.watch(receiver),
    track(payload) {
      const text = JSON.stringify(payload)
      if (shown?.text === text) return
      shown = { presence: room.join(key, payload, shown?.presence), text }
    },
    untrack,
    close() {
      room.unwatch(receiver)
      untrack()
      onClose()
    },
  }
}
