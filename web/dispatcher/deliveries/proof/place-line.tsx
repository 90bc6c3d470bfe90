import { MapPin } from 'lucide-react'
import type { DeliveryProof } from '#domain/schema/proof.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { distanceWords, mapAddress } from './proof-words.ts'

type Taken = Pick<DeliveryProof, 'taken_at' | 'location' | 'distance_m'>

/** When and where something was taken, with the way to look at it on a map. */
export function PlaceLine({ of: { taken_at, location, distance_m } }: { of: Taken }) {
  const { workspace } = useMe()
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-ink-muted">
      <time dateTime={taken_at}>{formatDateTime(taken_at, workspace.time_zone)}</time>
      {location && (
        <a
          href={mapAddress(location)}
          target="_blank"
          rel="noreferrer"
          className="focus-ring inline-flex items-center gap-1 rounded underline underline-offset-2"
        >
          <MapPin aria-hidden="true" className="size-3.5" />
          {distanceWords(distance_m) ?? 'On a map'}
        </a>
      )}
    </p>
  )
}
