import type { Scanned } from '#domain/road/scanned.ts'
import type { DrivenDayRoute, DrivenStop } from '#domain/schema/driver-day.ts'
import { stopName } from '../stop/stop-words.ts'
import type { Words } from '../words/words.ts'
import type { ScanWord } from './scanner.tsx'

/** What a scan was, said aloud: the right parcel, the same again, another stop's, or nothing that is known. */
export function scanWord(scanned: Scanned, code: string, route: DrivenDayRoute, words: Words): ScanWord {
  const { say } = words
  const stop = scanned.is === 'other' ? stopOf(route, scanned.delivery_id) : undefined
  if (stop) return { text: say('scan.other', { number: stop.sequence, name: stopName(stop, words) }), isGood: false }
  if (scanned.is === 'right') return { text: say('scan.right', { code }), isGood: true }
  if (scanned.is === 'again') return { text: say('scan.again', { code }), isGood: true }
  return { text: say('scan.unknown', { code }), isGood: false }
}

const stopOf = ({ stops }: DrivenDayRoute, deliveryId: string): DrivenStop | undefined =>
  stops.findLast(({ delivery }) => delivery?.id === deliveryId)
