import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Location } from '#domain/geo.ts'
import type { AddressSuggestion, DoubtfulDelivery } from '#domain/schema/address.ts'
import { useMay } from '#web/lib/me.ts'
import { ReviewActions } from './review-actions.tsx'
import { ReviewDetails } from './review-details.tsx'
import { ReviewMap } from './review-map.tsx'
import { placesQuery } from './review-queries.ts'
import { useConfirm } from './use-confirm.ts'
import { useRemember } from './use-remember.ts'
import { useReviewKeys } from './use-review-keys.ts'

type ReviewedDeliveryProps = {
  delivery: DoubtfulDelivery
  /** Its place in the list, from 1. */
  position: number
  total: number
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  /** The position was confirmed. */
  onDone: () => void
  /** Back to the list, where there is no room for both. */
  onBack: (() => void) | undefined
}

const noPlaces: AddressSuggestion[] = []

/** One delivery to check: what is known, the places that fit, and the map to put the pin. */
export function ReviewedDelivery(props: ReviewedDeliveryProps) {
  const { delivery, onNext, onPrevious, onDone, onBack } = props
  const mayChange = useMay('change_deliveries')
  const [pin, setPin] = useState<Location | null>(delivery.delivery_location)
  const [asked, ask] = useState(delivery.delivery_address)
  const [remember, setRemember] = useRemember()
  const places = useQuery(placesQuery(asked))
  const found = places.data?.data ?? noPlaces
  const confirm = useConfirm(delivery, onDone)
  // A route was planned to the old pin. It may be confirmed, but not moved.
  const isFixed = !mayChange || delivery.status !== 'pending'
  const chosen = pin ? found.findIndex(({ location }) => isSame(location, pin)) : -1
  const put = (place: Location) => {
    if (!isFixed) setPin(place)
  }
  const save = () => {
    if (mayChange && pin && !confirm.isPending) confirm.mutate({ location: pin, remember })
  }
  useReviewKeys({
    next: onNext,
    previous: onPrevious,
    confirm: save,
    choose: (index) => {
      const place = found[index]
      if (place) put(place.location)
    },
  })
  const top = useRef<HTMLDivElement>(null)
  const isAlone = onBack !== undefined
  useEffect(() => {
    if (isAlone) top.current?.scrollIntoView({ block: 'start' })
  }, [isAlone])
  return (
    <div ref={top} className="grid min-h-0 scroll-mt-20 gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <ReviewMap
        delivery={delivery}
        pin={pin}
        places={found}
        chosen={chosen}
        onPick={put}
        isFixed={isFixed}
        arePlacesKnown={!places.isPending}
      />
      <div className="flex min-h-0 flex-col gap-4 max-lg:contents">
        <div className="rounded-xl border bg-surface shadow-card max-lg:order-first lg:min-h-0 lg:overflow-y-auto">
          <ReviewDetails
            {...props}
            places={places}
            chosen={chosen}
            pin={pin}
            asked={asked}
            onAsk={ask}
            onPick={put}
            isFixed={isFixed}
          />
        </div>
        {mayChange && (
          <ReviewActions
            delivery={delivery}
            pin={pin}
            remember={remember}
            onRemember={setRemember}
            confirm={confirm}
            onConfirm={save}
          />
        )}
      </div>
    </div>
  )
}

const isSame = (one: Location, other: Location) => one.lat === other.lat && one.lng === other.lng
