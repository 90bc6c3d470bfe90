import { liveTopic, positionsEveryMs, type PositionsMessage } from '#domain/live.ts'
import type { LivePosition } from '#domain/schema/position.ts'
import type { Bus } from '../bus/bus.ts'
import { gather } from '../bus/gather.ts'
import { movesTopic, readMoves } from '../events/moves.ts'
import { isFollowedHere, publishHere } from '../realtime/publish.ts'

/**
 * Tells the maps and pages on this server about all drivers who move, whichever server took their fixes. A workspace gets one
 * message at a time, however many servers there are.
 * @returns a function that ends it
 */
export function tellPositions({ bus, now }: { bus: Bus; now: () => Date }): () => void {
  const gathered = gather<LivePosition>(positionsEveryMs, (topic, positions) => {
    const payload: PositionsMessage = { at: now().toISOString(), positions }
    publishHere(bus, { topic, event: 'positions', payload })
  })
  const stop = bus.subscribe(movesTopic, (text) => {
    for (const { workspaceId, depotId, position } of readMoves(text)) {
      for (const topic of [liveTopic.positions(workspaceId), liveTopic.positions(workspaceId, depotId ?? 'none')]) {
        if (isFollowedHere(bus, { topic })) gathered.put(topic, position.driver_id, position)
      }
    }
  })
  return () => {
    stop()
    gathered.close()
  }
}
