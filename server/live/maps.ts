import { liveTopic, positionsEveryMs, type PositionsMessage } from '#domain/live.ts'
import type { LivePosition } from '#domain/schema/position.ts'
import type { Bus } from '../bus/bus.ts'
import { gather } from '../bus/gather.ts'
import type { Move } from '../events/moves.ts'
import { isFollowedHere, publishHere } from '../realtime/publish.ts'

/**
 * The live maps on this server. A workspace gets one message about its drivers at a time, however many servers take their
 * fixes.
 */
export type Maps = { hearMoves(moves: Move[]): void; close(): void }

export function openMaps({ bus, now }: { bus: Bus; now: () => Date }): Maps {
  const gathered = gather<LivePosition>(positionsEveryMs, (topic, positions) => {
    const payload: PositionsMessage = { at: now().toISOString(), positions }
    publishHere(bus, { topic, event: 'positions', payload })
  })
  return {
    hearMoves(moves) {
      for (const { workspaceId, depotId, position } of moves) {
        for (const topic of [liveTopic.positions(workspaceId), liveTopic.positions(workspaceId, depotId ?? 'none')]) {
          if (isFollowedHere(bus, { topic })) gathered.put(topic, position.driver_id, position)
        }
      }
    },
    close: () => gathered.close(),
  }
}
