import { MapPinCheck } from 'lucide-react'
import type { DrivenStop } from '#domain/schema/driver-day.ts'
import { useGps } from '../gps/use-gps.tsx'
import { Note } from '../ui/parts.tsx'
import { useWords } from '../words/use-words.tsx'

/** Told once the phone has come to a stop. The driver says "I am here"; the phone never does by itself. */
export function ArrivalOffer({ stop }: { stop: DrivenStop }) {
  const { say } = useWords()
  const { stopId } = useGps()
  if (stopId !== stop.id || stop.arrived_at) return null
  return (
    <Note tone="brand" icon={<MapPinCheck aria-hidden="true" />} role="status">
      {say('stop.arrivedOffer')}
    </Note>
  )
}
