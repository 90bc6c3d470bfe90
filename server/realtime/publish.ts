import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus/bus.ts'
import { sendMessage } from './message.ts'

type Publication = {
  /** The channel's name, without `realtime:`. */
  topic: string
  event: string
  payload: unknown
  /** By default it goes to the private channel, which only those may read whom the rules let in. */
  isPrivate?: boolean
  /** For what only the newest counts of, such as a position: who cannot keep up gets no older one with the same key. */
  coalesceKey?: string
}

/** Sends an event of the product to everybody who follows a channel, on all servers. Call it after the commit. */
export function publish(bus: Bus, { payload, isPrivate = true, ...rest }: Publication): void {
  sendMessage(bus, { id: randomUUID(), isPrivate, payload: JSON.stringify(payload), ...rest })
}
