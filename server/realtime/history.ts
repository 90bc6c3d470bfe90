import type { Message } from './message.ts'

/** How long a sender wants a message to be kept for replay: as long as possible, or so many seconds. */
export type Persist = { ttlSeconds: number | undefined }

/** Keeps broadcasts of private channels, and gives back the newest to whoever joins with `replay`. */
export type BroadcastHistory = {
  /** Never throws and waits for nothing. */
  keep(message: Message, persist: Persist): void
  /** The newest `limit` messages since an instant in milliseconds, the oldest of them first. */
  read(topic: string, ask: { sinceMs: number; limit: number }): Promise<Message[]>
}

/** Keeps nothing. */
export const noHistory: BroadcastHistory = { keep() {}, read: async () => [] }
