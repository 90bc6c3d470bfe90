import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus/bus.ts'
import { busTopicOf, roomOf, sendMessage, writeMessage, type Message } from './message.ts'

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
export function publish(bus: Bus, publication: Publication): void {
  sendMessage(bus, messageOf(publication))
}

/** Sends an event to followers on this server only. Each server tells its own. */
export function publishHere(bus: Bus, publication: Publication): void {
  const message = messageOf(publication)
  bus.tellHere(busTopicOf(roomOf(message)), writeMessage(message))
}

/** Whether anybody on this server follows a channel. */
export function isFollowedHere(
  bus: Bus,
  { topic, isPrivate = true }: Pick<Publication, 'topic' | 'isPrivate'>,
): boolean {
  return bus.isHeardHere(busTopicOf(roomOf({ topic, isPrivate })))
}

const messageOf = ({ payload, isPrivate = true, ...rest }: Publication): Message => ({
  id: randomUUID(),
  isPrivate,
  payload: JSON.stringify(payload),
  ...rest,
})
