import type { RoomRecord } from '#domain/live-topics.ts'
import { useOthersHere } from '#web/lib/live/use-others-here.ts'
import { PeopleHere } from './people-here.tsx'

/** Those who have the same record open. */
export function OthersHere({ kind, id }: { kind: RoomRecord['kind']; id: string }) {
  return <PeopleHere people={useOthersHere(kind, id)} />
}
