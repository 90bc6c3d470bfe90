import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { PlanPlace } from '#domain/schema/plan-change.ts'
import type { Plan, Route } from '#domain/schema/plan.ts'
import { countOf, formatTime, withTimes } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { placesQuery } from './change-queries.ts'
import { first, placeChoices, routeChoices } from './choices.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { useEditor, type InsertedDelivery } from './editor-context.ts'
import { effectLine } from './effect-words.ts'
import { insertingAt, type ChosenPlace } from './proposals.ts'
import { isVisit } from '#domain/stop-kinds.ts'

type InsertDialogProps = { deliveries: readonly InsertedDelivery[]; plan: Plan; onClose: () => void }

/** The cheapest places for a delivery, one key each. Several deliveries come one after the other. */
export function InsertDialog({ deliveries, plan, onClose }: InsertDialogProps) {
  const { doKnown, propose, isMaking } = useEditor()
  const [at, setAt] = useState(0)
  const [isElsewhere, setElsewhere] = useState(false)
  const delivery = deliveries[at]!
  const next = () => (at + 1 < deliveries.length ? setAt(at + 1) : onClose())
  const insert = async (place: ChosenPlace, breaksPromises: boolean) => {
    const proposal = insertingAt(delivery, place)
    if (breaksPromises) return propose(proposal)
    await doKnown(proposal, next)
  }
  const where = [delivery.recipient_name, delivery.delivery_address].filter(Boolean).join(', ')
  if (isElsewhere) {
    return (
      <OtherPlace
        delivery={delivery}
        plan={plan}
        onChoose={(place) => propose(insertingAt(delivery, place))}
        onClose={() => setElsewhere(false)}
      />
    )
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Insert #${delivery.delivery_number}${deliveries.length > 1 ? ` (${at + 1} of ${deliveries.length})` : ''}`}
      description={where}
      footer={
        <>
          <Button variant="quiet" className="mr-auto" onPress={() => setElsewhere(true)}>
            Another place…
          </Button>
          {at + 1 < deliveries.length && <Button onPress={next}>Skip</Button>}
          <Button onPress={onClose}>Close</Button>
        </>
      }
    >
      <Places
        key={delivery.delivery_id}
        deliveryId={delivery.delivery_id}
        plan={plan}
        isBusy={isMaking}
        onChoose={insert}
      />
    </Dialog>
  )
}

type PlacesProps = {
  deliveryId: string
  plan: Plan
  isBusy: boolean
  onChoose: (place: PlanPlace, breaksPromises: boolean) => Promise<void> | void
}

function Places({ deliveryId, plan, isBusy, onChoose }: PlacesProps) {
  const found = useQuery({
    ...placesQuery(plan, deliveryId),
    // News of the insertion may come before the reply, when there is no place to look for any more.
    enabled: !isBusy,
    placeholderData: (before) => (isBusy ? before : undefined),
  })
  const places = found.data?.places ?? []
  const choose = (place: PlanPlace | undefined) => {
    if (place && !isBusy) void onChoose(place, place.effect.promises.length > 0)
  }
  useNumberKeys((number) => choose(places[number - 1]))
  if (found.error) {
    return (
      <LoadError
        title="The places could not be found"
        error={found.error}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      />
    )
  }
  if (found.isPending) {
    return (
      <div role="status" aria-label="Looking for places" className="grid gap-2">
        {[0, 1, 2].map((line) => (
          <Skeleton key={line} className="h-14 w-full rounded-lg" />
        ))}
      </div>
    )
  }
  return (
    <>
      {found.data.reason && <p className="pb-3">{withTimes(found.data.reason)}</p>}
      <ol className="-mx-2 grid gap-1">
        {places.map((place, position) => (
          <li key={`${place.route_id ?? place.driver_id} ${place.position}`}>
            <PlaceButton place={place} number={position + 1} isBusy={isBusy} onPress={() => choose(place)} />
          </li>
        ))}
      </ol>
    </>
  )
}

type PlaceButtonProps = { place: PlanPlace; number: number; isBusy: boolean; onPress: () => void }

function PlaceButton({ place, number, isBusy, onPress }: PlaceButtonProps) {
  const { currency, time_zone: zone } = useMe().workspace
  const broken = place.effect.promises.length
  return (
    <AriaButton
      autoFocus={number === 1}
      isPending={isBusy}
      aria-keyshortcuts={String(number)}
      onPress={onPress}
      className="focus-ring flex w-full items-start gap-3 rounded-lg px-2 py-2 text-left data-hovered:bg-hover data-pressed:bg-pressed"
    >
      <kbd
        aria-hidden="true"
        className="mt-0.5 grid size-6 shrink-0 place-items-center rounded-md border font-sans text-xs"
      >
        {number}
      </kbd>
      <span className="min-w-0 flex-1">
        <span className="flex gap-3">
          <span className="min-w-0 flex-1 truncate font-medium">
            {place.route_id === null ? `New route for ${place.driver_name}` : place.driver_name}
          </span>
          <span className="tabular-nums">
            {place.route_id !== null && `stop ${place.position}, `}
            {formatTime(place.arrival_at, zone)}
          </span>
        </span>
        <span className="block text-[0.8125rem] text-ink-muted tabular-nums">{effectLine(place.effect, currency)}</span>
        {broken > 0 && (
          <span className="block text-[0.8125rem] font-medium text-danger-ink">
            Breaks {countOf(broken, 'promise')}
          </span>
        )}
      </span>
    </AriaButton>
  )
}

type OtherPlaceProps = {
  delivery: InsertedDelivery
  plan: Plan
  onChoose: (place: ChosenPlace) => void
  onClose: () => void
}

/** A place that nobody suggests: first the route, then after which stop. */
function OtherPlace({ delivery, plan, onChoose, onClose }: OtherPlaceProps) {
  const zone = useMe().workspace.time_zone
  const [route, setRoute] = useState<Route | null>(null)
  if (!route) {
    return (
      <ChooseDialog
        title={`Insert #${delivery.delivery_number} into`}
        choices={routeChoices(plan.routes, [], zone)}
        emptyText="The plan has no route."
        onChoose={(id) => setRoute(plan.routes.find((each) => each.id === id)!)}
        onClose={onClose}
      />
    )
  }
  const visits = route.stops.filter(isVisit)
  return (
    <ChooseDialog
      key={route.id}
      title={`Where on ${route.driver_name}’s route?`}
      choices={placeChoices(route.stops, new Set())}
      emptyText="The route has no stops."
      onChoose={(after) =>
        onChoose({
          route_id: route.id,
          driver_id: route.driver_id,
          driver_name: route.driver_name,
          position: after === first ? 1 : visits.findIndex(({ id }) => id === after) + 2,
          pickup_position: null,
        })
      }
      onClose={onClose}
    />
  )
}

/** The keys 1 to 9, while nothing takes them as text. */
function useNumberKeys(onNumber: (number: number) => void): void {
  const latest = useRef(onNumber)
  useEffect(() => {
    latest.current = onNumber
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return
      latest.current(Number(event.key))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
