/** What the realtime service allows. The settings beginning with `REALTIME_` change what operators may want to change. */
export type RealtimeSettings = {
  /** Sockets at the same time on this server. */
  sockets: number
  /** Channels of one socket. */
  channels: number
  /** Joins of one socket in a second, and twice as many at once. */
  joinsPerSecond: number
  /** Messages that one channel of a socket may send in a second. */
  messagesPerSecond: number
  /** What may wait for a socket that does not read, in bytes. */
  bufferBytes: number
  /** Only private channels can be joined. */
  privateOnly: boolean
}

/** A larger frame ends its socket. */
export const maxFrameBytes = 5 * 1024 * 1024
/** A larger payload of a broadcast is not sent on. */
export const maxPayloadBytes = 3 * 1024 * 1024
export const maxPresenceBytes = 64 * 1024
/** What one client shows of itself, in any 30 seconds. */
export const presencePushes = { count: 5, seconds: 30 }
/** Frames of any kind that one socket may send in a second, and twice as many at once. */
export const framesPerSecond = 1000
/** Sockets from which nothing came for so long are closed; clients send a heartbeat every 25 seconds. */
export const idleSeconds = 60
/** Sockets without a channel are closed after this time. */
export const unusedSeconds = 300
/** Tokens and rights are checked again after at most this time. */
export const recheckSeconds = 300
export const mostReplayed = 25

export const usualRealtime: RealtimeSettings = {
  sockets: 8000,
  channels: 100,
  joinsPerSecond: 100,
  messagesPerSecond: 200,
  bufferBytes: 1024 * 1024,
  privateOnly: false,
}
