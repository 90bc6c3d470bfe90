import type { LivePosition } from '#domain/schema/position.ts'
import type { Bus } from '../bus/bus.ts'

/** A driver who has moved, or sent a sign of life. */
export type Move = { workspaceId: string; depotId: string | null; position: LivePosition }

const topic = 'moves'

/** Tells every server who has moved, in all workspaces. Nothing is kept of it: the drivers' rows have the newest. */
export const sayMoves = (bus: Bus, moves: Move[]): void => bus.publish(topic, JSON.stringify(moves))

/** Hears who moves, on whichever server. Call what it returns to stop. */
export const followMoves = (bus: Bus, hear: (moves: Move[]) => void): (() => void) =>
  bus.subscribe(topic, (text) => hear(JSON.parse(text) as Move[]))
