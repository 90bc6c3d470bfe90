import { openPhone } from '#server/testing/phone.ts'
import type { RoadData, RoadKind } from '#domain/road/entry.ts'

/** A phone whose log is written straight into the tables. */
export function simulatedPhone() {
  const { id, device, log, write } = openPhone(() => new Date())
  return {
    id,
    device,
    /** The last of its log. */
    last: () => log.at(-1),
    write<Kind extends RoadKind>(kind: Kind, data: Partial<RoadData[Kind]>, at: Date) {
      const {
        device_id,
        sequence,
        id: entryId,
        previous_hash,
        hash,
        signature,
      } = write(kind, data, { at: at.toISOString() })
      return {
        device_id,
        sequence,
        id: entryId,
        kind,
        at: at.toISOString(),
        clock_offset_ms: 0,
        happened_at: at,
        received_at: at,
        data: JSON.stringify(data),
        previous_hash,
        hash,
        signature,
        outcome: 'applied' as const,
      }
    },
  }
}
export type SimulatedPhone = ReturnType<typeof simulatedPhone>
