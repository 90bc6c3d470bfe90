/** What somebody shows of itself on a channel, under a key that several sockets may share. */
export type Presence = { ref: string; key: string; meta: Record<string, unknown> }

/** In the protocol's words: by key, the presences with their references. */
export type PresenceState = Record<string, { metas: Record<string, unknown>[] }>

/** Keys are names of people's choice, so nothing may be inherited. */
export function stateOf(presences: Iterable<Presence>): PresenceState {
  const state = Object.create(null) as PresenceState
  for (const { ref, key, meta } of presences) {
    const entry = (state[key] ??= { metas: [] })
    entry.metas.push({ ...meta, phx_ref: ref })
  }
  return state
}

/** What changed since the last time that a diff was sent. Whoever came and went in between was never there. */
export class PendingDiff {
  readonly #joins = new Map<string, Presence>()
  readonly #leaves = new Map<string, Presence>()

  join(presence: Presence): void {
    if (!this.#leaves.delete(presence.ref)) this.#joins.set(presence.ref, presence)
  }

  leave(presence: Presence): void {
    if (!this.#joins.delete(presence.ref)) this.#leaves.set(presence.ref, presence)
  }

  /** The diff, in the protocol's words; undefined if nothing changed. */
  take(): { joins: PresenceState; leaves: PresenceState } | undefined {
    if (this.#joins.size + this.#leaves.size === 0) return undefined
    const diff = { joins: stateOf(this.#joins.values()), leaves: stateOf(this.#leaves.values()) }
    this.#joins.clear()
    this.#leaves.clear()
    return diff
  }
}
