import { MapPinCheck } from 'lucide-react'
import type { DrivenStop } from '#domain/schema/driver-day.ts'
import { useGps } from '../gps/use-gps.tsx'
import { useRoad } from '../road/use-road.ts'
import { Note } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'

/** Offers to say "I am here" once the phone has come to a stop. It never says so by itself. */
export function ArrivalOffer({ stop }: { stop: DrivenStop }) {
  const { say } = useWords()
  const road = useRoad()
  const { fix, stopId } = useGps()
  if (stopId !== stop.id || stop.arrived_at) return null
  const data = { stop_id: stop.id, delivery_id: stop.delivery?.id ?? null, by: 'geofence' as const }
  return (
    <Note tone="brand" icon={<MapPinCheck aria-hidden="true" />} role="status">
      <p>{say('stop.arrivedOffer')}</p>
      <Press className="mt-2 w-full" onClick={() => void road.note({ kind: 'arrived', data, fix })}>
        {say('stop.arrive')}
      </Press>
    </Note>
  )
}
