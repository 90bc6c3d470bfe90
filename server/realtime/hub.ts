import type { Bus } from '../bus/bus.ts'
import { writeBroadcast, type SharedFrame } from './frames/write.ts'
import type { Version } from './frames/read.ts'
import { busTopicOf, readMessage } from './message.ts'

/** A joined channel of a socket, as the hub sees it. */
export type Receiver = {
  id: string
  version: Version
  deliver(frame: SharedFrame, coalesceKey?: string): void
}

/** Who has joined which room on this server. Each message is written once per version, however many receive it. */
export type Hub = {
  /** Call what it returns to leave. */
  enter(room: string, receiver: Receiver): () => void
  /** How many messages arrived, and how many frames went out for them. */
  counts(): { rooms: number; messages: number; frames: number }
}

export function openHub(bus: Bus): Hub {
  const rooms = new Map<string, { receivers: Set<Receiver>; stop: () => void }>()
  const counted = { messages: 0, frames: 0 }

  function pass(receivers: Set<Receiver>, text: string): void {
    const message = readMessage(text)
    const written: Partial<Record<Version, SharedFrame | undefined>> = {}
    counted.messages++
    for (const receiver of receivers) {
      if (receiver.id === message.from) continue
      const { version } = receiver
      if (!(version in written)) written[version] = writeBroadcast(version, message)
      const frame = written[version]
      if (frame === undefined) continue
      counted.frames++
      receiver.deliver(frame, message.coalesceKey)
    }
  }

  function openRoom(name: string) {
    const receivers = new Set<Receiver>()
    const room = { receivers, stop: bus.subscribe(busTopicOf(name), (text) => pass(receivers, text)) }
    rooms.set(name, room)
    return room
  }

  return {
    enter(name, receiver) {
      const room = rooms.get(name) ?? openRoom(name)
      room.receivers.add(receiver)
      return () => {
        if (!room.receivers.delete(receiver) || room.receivers.size > 0) return
        room.stop()
        rooms.delete(name)
      }
    },
    counts: () => ({ rooms: rooms.size, ...counted }),
  }
}
