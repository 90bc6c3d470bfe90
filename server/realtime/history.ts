import type { Message } from './message.ts'

/** How long a sender wants a message to be kept for replay: as long as possible, or so many seconds. */
export type Persist = { ttlSeconds: number | undefined }

/** Keeps broadcasts of private channels, and gives back the newest to whoever joins with `replay`. */
export type BroadcastHistory = {
  /**
   * Hears every broadcast of a client on a private channel. Never throws and waits for nothing.
   * @param persist undefined if the sender asks for nothing
   */
  keep(message: Message, persist: Persist | undefined): void
  /** The newest `limit` messages since an instant in milliseconds, the oldest of them first. */
  read(topic: string, ask: { sinceMs: number; limit: number }): Promise<Message[]>
}
