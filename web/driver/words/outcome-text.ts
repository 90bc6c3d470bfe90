import type { DriverText } from '#domain/messages/driver/en.ts'
import type { KeptEntry } from '../store/database.ts'
import type { Words } from './words.ts'

/** What became of what the driver did at one stop: read together, and understood with one tap. */
export type Told = { entries: KeptEntry[]; stopId: string; deeds: string; why: string }

/** In the driver's language where there are words for the reason. */
export function toTell({ say, sayIfKnown }: Pick<Words, 'say' | 'sayIfKnown'>, kept: readonly KeptEntry[]): Told[] {
  const groups = Map.groupBy(kept, ({ id, entry, result }) =>
    [result?.outcome, result?.code, entry.data.stop_id ?? id].join(),
  )
  return [...groups.values()].map((entries) => {
    const [{ entry, result }] = entries as [KeptEntry]
    const deeds = new Set(entries.map((each) => say(`did.${each.entry.kind}` as DriverText)))
    return {
      entries,
      stopId: String(entry.data.stop_id),
      deeds: [...deeds].join(' '),
      why: (result?.code && sayIfKnown(`outcome.${result.code}`)) ?? result?.sentence ?? '',
    }
  })
}
