import { liveTopic } from '#domain/live.ts'
import type { LivePosition } from '#domain/schema/position.ts'
import { keepChannel } from './keep-channel.ts'

type Listener = {
  onPositions: (positions: LivePosition[]) => void
  /** From here on, everything comes. What came before has to be read. */
  onUp: () => void
}

/** Listens to where a workspace's drivers are, and keeps at it. Returns a function that ends it. */
export function openPositions(workspaceId: string, { onPositions, onUp }: Listener): () => void {
  return keepChannel(
    liveTopic.positions(workspaceId),
    {},
    {
      prepare(channel, isCurrent) {
        channel.on('broadcast', { event: 'positions' }, ({ payload }: { payload?: unknown }) => {
          if (isCurrent()) onPositions(positionsIn(payload))
        })
      },
      onUp,
    },
  )
}

/** Those of a message that are whole. Thousands come a second, which leaves no time for a schema. */
export function positionsIn(payload: unknown): LivePosition[] {
  const { positions } = (payload ?? {}) as { positions?: unknown }
  return Array.isArray(positions) ? positions.filter(isPosition) : []
}

function isPosition(value: unknown): value is LivePosition {
  const { driver_id, recorded_at, lat, lng } = (value ?? {}) as Record<string, unknown>
  const isPlace = Number.isFinite(lat) && Number.isFinite(lng)
  return isPlace && typeof driver_id === 'string' && typeof recorded_at === 'string'
}
