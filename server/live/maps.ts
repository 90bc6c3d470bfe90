import { liveTopic, positionsEveryMs, type EtasMessage, type PositionsMessage } from '#domain/live.ts'
import type { LivePosition } from '#domain/schema/position.ts'
import type { Bus } from '../bus/bus.ts'
import { gather } from '../bus/gather.ts'
import type { Estimates } from '../events/etas.ts'
import type { Move } from '../events/moves.ts'
import { isFollowedHere, publishHere } from '../realtime/publish.ts'

/**
 * The live maps on this server. A workspace gets one message about its drivers at a time, however many servers take their
 * fixes. The maps of somebody who is limited to depots hear of only theirs.
 */
export type Maps = { hearMoves(moves: Move[]): void; hearEtas(estimates: Estimates): void; close(): void }

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
    hearEtas({ workspaceId, at, routes }) {
      const tell = (topic: string, all: typeof routes) => {
        if (!isFollowedHere(bus, { topic })) return
        const payload: EtasMessage = { at, routes: all.map(({ route_id, etas }) => ({ route_id, etas })) }
        publishHere(bus, { topic, event: 'etas', payload })
      }
      tell(liveTopic.positions(workspaceId), routes)
      for (const [depotId, some] of Map.groupBy(routes, ({ depotId }) => depotId ?? 'none')) {
        tell(liveTopic.positions(workspaceId, depotId), some)
      }
    },
    close: () => gathered.close(),
  }
}
