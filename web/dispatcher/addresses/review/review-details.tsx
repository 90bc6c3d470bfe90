import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft, ChevronDown, ChevronUp, Search } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import type { Location } from '#domain/geo.ts'
import type { AddressSuggestion, DoubtfulDelivery } from '#domain/schema/address.ts'
import { formatDay } from '#web/lib/format.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { windowWords } from '#web/lib/window-words.ts'
import { PastedPosition } from '../../records/pasted-position.tsx'
import { PositionSource } from '../../records/position-trust.tsx'
import { noPlacesWords } from './no-places-words.ts'
import { Places } from './places.tsx'

type Found = { data: AddressSuggestion[]; geocoder: Parameters<typeof noPlacesWords>[0] }

type ReviewDetailsProps = {
  delivery: DoubtfulDelivery
  position: number
  total: number
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onBack: (() => void) | undefined
  places: UseQueryResult<Found>
  chosen: number
  pin: Location | null
  /** What the places were looked up for. */
  asked: string
  onAsk: (q: string) => void
  onPick: (location: Location) => void
  isFixed: boolean
}

/** What is known about the delivery, and the ways to find its place. */
export function ReviewDetails(props: ReviewDetailsProps) {
  const { delivery, position, total, onNext, onPrevious, onBack, isFixed } = props
  return (
    <div className="grid content-start gap-4 p-3.5">
      <div className="flex items-center gap-1">
        {onBack && (
          <IconButton
            label="Back to the list"
            icon={<ArrowLeft aria-hidden="true" className="size-4" />}
            onPress={onBack}
          />
        )}
        <p className="flex-1 text-[0.8125rem] text-ink-muted tabular-nums">
          {position} of {total}
        </p>
        <IconButton
          label="Previous"
          icon={<ChevronUp aria-hidden="true" className="size-4" />}
          isDisabled={!onPrevious}
          onPress={onPrevious}
        />
        <IconButton
          label="Next"
          icon={<ChevronDown aria-hidden="true" className="size-4" />}
          isDisabled={!onNext}
          onPress={onNext}
        />
      </div>
      <div className="grid gap-1">
        <h2 className="font-semibold wrap-anywhere">{delivery.delivery_address}</h2>
        <p className="text-[0.8125rem] text-ink-muted">
          <Link to={`/dashboard/deliveries?delivery=${delivery.id}`} className="font-normal tabular-nums underline">
            #{delivery.number}
          </Link>
          {' · '}
          {delivery.of === 'pickup' && 'Pickup · '}
          {[formatDay(delivery.scheduled_date), windowWords(delivery), delivery.recipient_name]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <PositionSource trust={delivery} className="mt-1" />
      </div>
      {delivery.status !== 'pending' && (
        <Banner>On a planned route: confirm the pin where it is, or take the plan back to move it.</Banner>
      )}
      {!isFixed && <FindPlace {...props} />}
    </div>
  )
}

function FindPlace({ delivery, places, chosen, pin, asked, onAsk, onPick }: ReviewDetailsProps) {
  const [q, setQ] = useState(asked)
  const hasBook = places.data?.data.some(({ address_id }) => address_id === delivery.book?.address_id)
  return (
    <>
      <div className="grid gap-2">
        <Form
          onSubmit={(event) => {
            event.preventDefault()
            if (q.trim()) onAsk(q.trim())
          }}
          className="flex items-end gap-2"
        >
          <TextField label="Search for" value={q} onChange={setQ} autoComplete="off" className="min-w-0 flex-1" />
          <Button type="submit" icon={<Search aria-hidden="true" className="size-4" />} aria-label="Search" />
        </Form>
        {places.isPending ? (
          <div role="status" aria-label="Searching" className="grid gap-1.5">
            <Skeleton className="h-11 w-full" />
            <Skeleton className="h-11 w-full" />
          </div>
        ) : places.error ? (
          <p className="text-[0.8125rem] text-warning-ink">{sentenceOf(places.error)}</p>
        ) : places.data?.data.length ? (
          <Places
            places={places.data.data}
            chosen={chosen}
            onChoose={(index) => onPick(places.data.data[index]!.location)}
          />
        ) : (
          <p className="text-[0.8125rem] text-ink-muted">{noPlacesWords(places.data?.geocoder ?? 'none')}</p>
        )}
        {delivery.book && !hasBook && (
          <Button size="small" onPress={() => onPick(delivery.book!.location)}>
            Use the address book’s pin
          </Button>
        )}
      </div>
      <PastedPosition position={pin} onFind={onPick} />
    </>
  )
}
