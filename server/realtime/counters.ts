/** What `/metrics` shows of the realtime service. */
export type Counters = {
  sockets: number
  channels: number
  /** Frames that came in. */
  framesIn: number
  /** Frames that were no frames. */
  malformed: number
  /** Joins that were refused. */
  refusedJoins: number
  /** Sockets that were closed because their clients read too slowly. */
  slowSockets: number
  /** Sockets that were sent to servers with fewer. */
  sentElsewhere: number
}

export const newCounters = (): Counters => ({
  sockets: 0,
  channels: 0,
  framesIn: 0,
  malformed: 0,
  refusedJoins: 0,
  slowSockets: 0,
  sentElsewhere: 0,
})
