/** A kind of room for searches on one server. Which search may use which lane is decided by `claim_turn`. */
export type Lane = 'plan' | 'shared' | 'first' | 'short'

/** How many searches run at the same time on this server, by lane. */
export type Lanes = {
  /** The lanes with room. */
  free(): Lane[]
  enter(lane: Lane): void
  leave(lane: Lane): void
}

/**
 * Anyone may use as many turns as there are threads. One of them is for plans, because people wait for those. Beyond the
 * threads, one turn is kept for a workspace that runs nothing and one for a short search: it is better to share the
 * processors for a while than to wait for what others run.
 */
export function openLanes(threads: number): Lanes {
  const room: Record<Lane, number> = { plan: 1, shared: Math.max(1, threads - 1), first: 1, short: 1 }
  return {
    free: () => (Object.keys(room) as Lane[]).filter((lane) => room[lane] > 0),
    enter: (lane) => void room[lane]--,
    leave: (lane) => void room[lane]++,
  }
}
