import type { Bus } from '../../bus/bus.ts'
import type { Estimates } from '../../events/etas.ts'
import type { Move } from '../../events/moves.ts'
import type { Feeds } from '../feeds.ts'
import type { Parts } from '../people.ts'
import type { Listener } from './followed.ts'
import { WorkspaceTracking } from './workspace-tracking.ts'

type Around = Parts & { bus: Bus; feeds: Feeds; report: (error: unknown, what: string) => void }

/** The tracking pages that are open on this server. */
export type Tracking = {
  /** Call what it returns to leave. Rejects while the database is away. */
  follow(workspaceId: string, deliveryId: string, listener: Listener): Promise<() => void>
  hearMoves(moves: Move[]): void
  hearEtas(estimates: Estimates): void
  close(): void
}

type Open = { tracking: WorkspaceTracking; stop: () => void; begun: Promise<void> }

export function openTracking(around: Around): Tracking {
  const { bus } = around
  const open = new Map<string, Open>()
  const stopGaps = bus.onGap(() => open.forEach(({ tracking }) => tracking.hear(undefined)))

  function openWorkspace(workspaceId: string): Open {
    const tracking = new WorkspaceTracking(workspaceId, around)
    const stops = [() => tracking.close()]
    const stop = () => stops.forEach((each) => each())
    const interest = { events: undefined, rows: undefined, hear: tracking.hear.bind(tracking) }
    const begun = around.feeds.join(workspaceId, interest).then((leave) => void stops.push(leave))
    const opened = { tracking, stop, begun }
    open.set(workspaceId, opened)
    return opened
  }

  function closeIfEmpty(workspaceId: string, opened: Open): void {
    if (!opened.tracking.isEmpty || open.get(workspaceId) !== opened) return
    open.delete(workspaceId)
    void opened.begun.catch(() => {}).then(opened.stop)
  }

  return {
    async follow(workspaceId, deliveryId, listener) {
      const opened = open.get(workspaceId) ?? openWorkspace(workspaceId)
      const leave = opened.tracking.join(deliveryId, listener)
      const end = () => {
        leave()
        closeIfEmpty(workspaceId, opened)
      }
      try {
        await opened.begun
      } catch (error) {
        end()
        throw error
      }
      return end
    },
    hearMoves(moves) {
      for (const { workspaceId, position } of moves) open.get(workspaceId)?.tracking.hearPosition(position)
    },
    hearEtas: (estimates) => open.get(estimates.workspaceId)?.tracking.hearEtas(estimates),
    close() {
      stopGaps()
      for (const { stop } of open.values()) stop()
      open.clear()
    },
  }
}
