import type { RealtimeCaller } from './callers.ts'

/** A binding as the client asked for it. Only members with the right type are here. */
export type Binding = { event?: string; schema?: string; table?: string; filter?: string; select?: string[] }

/** The channel, as a source sees it. */
export type SourceChannel = {
  caller: RealtimeCaller
  /** The workspace that the client named when it connected, if any. */
  workspaceId: string | undefined
  /** Without `realtime:`. */
  topic: string
  isPrivate: boolean
  /**
   * Sends an event to this channel alone: `postgres_changes`, `system` or `broadcast`. Nothing is sent before `start` or
   * after `close`.
   * @param payload an object, or its JSON as text
   */
  push(event: string, payload: object | string): void
  /** Asks anew whether the caller may stay, and ends the channel if not. */
  recheck(): void
}

/** The bindings of one channel. */
export type OpenBindings = {
  /** The ID of each binding, in the order in which they were asked for. */
  ids: number[]
  /** The join has been answered, so events can be sent from now on, the `system` event about the subscription first. */
  start(): void
  /** The channel shows another token from now on. */
  renew(caller: RealtimeCaller): void
  close(): void
}

/**
 * Feeds channels with what the server knows: changes of rows, and events of the product. It is asked for every private
 * channel, and for every other one with bindings, before the join is answered. Opening may reject with a Refusal.
 */
export type ChangeSource = { open(channel: SourceChannel, bindings: Binding[]): Promise<OpenBindings> }
