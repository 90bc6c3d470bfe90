import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Location } from '#domain/geo.ts'
import type { AddressSuggestion, DoubtfulDelivery } from '#domain/schema/address.ts'
import { DepotMarker } from '#web/map/depot-marker.tsx'
import { FitBounds } from '#web/map/fit-bounds.tsx'
import { routeColor } from '#web/map/icons/route-colors.ts'
import { MapView } from '#web/map/map-view.tsx'
import { PickLayer } from '#web/map/pick-layer.tsx'
import { StopLayer } from '#web/map/stop-layer.tsx'
import { depotChoicesQuery } from '../../queries.ts'

type ReviewMapProps = {
  delivery: DoubtfulDelivery
  pin: Location | null
  places: readonly AddressSuggestion[]
  /** The place that has the pin; -1 for none. */
  chosen: number
  onPick: (location: Location) => void
  isFixed: boolean
  arePlacesKnown: boolean
}

const nowhere = () => {}

/** The map to put the pin, with the places that fit and the depots. */
export function ReviewMap(props: ReviewMapProps) {
  const { delivery, pin, places, chosen, onPick, isFixed, arePlacesKnown } = props
  const depots = useQuery(depotChoicesQuery).data ?? []
  const marks = useMemo(
    () =>
      places.flatMap(({ location, label }, index) =>
        index === chosen
          ? []
          : [{ id: String(index), position: location, label: String(index + 1), color: routeColor(1), title: label }],
      ),
    [places, chosen],
  )
  const own = delivery.delivery_location
  const known = [...(own ? [own] : []), ...places.map(({ location }) => location)]
  // A depot shows at least the right city.
  const inSight = known.length ? known : depots.map(({ location }) => location)
  return (
    <MapView
      label="Map for placing the pin"
      className="h-[22rem] rounded-xl border shadow-card max-sm:h-72 lg:h-full lg:min-h-0"
    >
      {depots.map((depot) => (
        <DepotMarker key={depot.id} position={depot.location} title={depot.name} />
      ))}
      <StopLayer
        stops={marks}
        onSelect={(id) => {
          const place = places[Number(id)]
          if (place) onPick(place.location)
        }}
      />
      <PickLayer
        position={pin}
        onPick={isFixed ? nowhere : onPick}
        title={`${delivery.of === 'pickup' ? 'Pickup of delivery' : 'Delivery'} ${delivery.number}, ${delivery.delivery_address}`}
      />
      <FitBounds
        positions={inSight}
        when={`${delivery.id} ${delivery.of} ${arePlacesKnown} ${known.length} ${depots.length}`}
        maxZoom={known.length ? 16 : 11}
      />
    </MapView>
  )
}
