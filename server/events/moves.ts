import type { LivePosition } from '#domain/schema/position.ts'

/** A driver who has moved, or sent a sign of life. */
export type Move = { workspaceId: string; depotId: string | null; position: LivePosition }

/** Where the bus tells every server who has moved, in all workspaces. Nothing is kept of it: the drivers' rows have the newest. */
export const movesTopic = 'moves'
export const writeMoves = (moves: Move[]): string => JSON.stringify(moves)
export const readMoves = (text: string): Move[] => JSON.parse(text) as Move[]
