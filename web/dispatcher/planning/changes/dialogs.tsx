import { useQuery } from '@tanstack/react-query'
import type { Plan, Route, Stop } from '#domain/schema/plan.ts'
import { isVisit } from '#domain/stop-kinds.ts'
import { useMe } from '#web/lib/me.ts'
import { activeDriversQuery, vehiclesQuery } from '../../queries.ts'
import { useOtherPlans } from '../plans-of-day.ts'
import { ChangesDrawer } from './changes-drawer.tsx'
import { driverChoices, first, noVehicle, placeChoices, routeChoices, splitChoices, vehicleChoices } from './choices.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { useEditor, type Question } from './editor-context.ts'
import { InsertDialog } from './insert-dialog.tsx'
import { changingVehicle, deliveriesNamed, givingTo, merging, moving, splitting, swapping } from './proposals.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { StatusOfStops } from './status-of-stops.tsx'
import { putBeside } from './stop-order.ts'
import { useState } from 'react'

/** The dialog that is open over the plan, if one is. */
export function Dialogs() {
  const { question, plan, ask, isOn } = useEditor()
  if (!question || !plan) return null
  const close = () => ask(null)
  switch (question.kind) {
    case 'move':
      // With the best places, by what they cost: `drag/move-menu.tsx`.
      return question.withPlace ? <MoveDialog stops={question.stops} plan={plan} onClose={close} /> : null
    case 'after':
      return <AfterDialog {...question} onClose={close} />
    case 'driver':
      return <DriverDialog route={question.route} plan={plan} onClose={close} />
    case 'new driver':
      return <DriverDialog route={question.route} splitAt={question.stop} plan={plan} onClose={close} />
    case 'vehicle':
      return <VehicleDialog route={question.route} plan={plan} onClose={close} />
    case 'swap':
    case 'merge':
      return <OtherRouteDialog kind={question.kind} route={question.route} plan={plan} onClose={close} />
    case 'split':
      return <SplitDialog route={question.route} onClose={close} />
    case 'insert':
      return <InsertDialog deliveries={question.deliveries} plan={plan} onClose={close} />
    case 'status':
      return <StatusOfStops stops={question.stops} onClose={close} />
    case 'history':
      return <ChangesDrawer onClose={close} />
    case 'shortcuts':
      return <ShortcutsDialog mayChange={isOn} onClose={close} />
  }
}

const useZone = () => useMe().workspace.time_zone
const numbersOf = (stops: readonly Stop[]) => deliveriesNamed(stops.flatMap((stop) => stop.delivery_number ?? []))

type MoveProps = { stops: readonly Stop[]; plan: Plan; onClose: () => void }

/** Which route stops go to, and where on it. */
function MoveDialog({ stops, plan, onClose }: MoveProps) {
  const { propose } = useEditor()
  const zone = useZone()
  const [to, setTo] = useState<Route | null>(null)
  const ids = new Set(stops.map(({ id }) => id))
  // The only route that all of them are on already.
  const from = plan.routes.filter((route) => route.stops.some(({ id }) => ids.has(id)))
  const except = from.length === 1 ? [from[0]!.id] : []
  if (to) {
    return (
      <ChooseDialog
        key={to.id}
        title={`Where on ${to.driver_name}’s route?`}
        description={`For ${numbersOf(stops)}.`}
        choices={placeChoices(to.stops, ids)}
        emptyText="The route has no stops."
        onChoose={(after) => propose(moving(stops, to, positionAfter(to, after, ids)))}
        onClose={onClose}
      />
    )
  }
  return (
    <ChooseDialog
      title={`Move ${numbersOf(stops)} to`}
      choices={routeChoices(plan.routes, except, zone)}
      emptyText="The plan has no other route. Split this one to make a second."
      onChoose={(id) => setTo(plan.routes.find((each) => each.id === id)!)}
      onClose={onClose}
    />
  )
}

/** The position among the visits of a route for what comes after one of them. */
function positionAfter(route: Route, after: string, moved: ReadonlySet<string>): number {
  if (after === first) return 1
  const visits = route.stops.filter((stop) => isVisit(stop) && !moved.has(stop.id))
  return visits.findIndex(({ id }) => id === after) + 2
}

type AfterProps = Extract<Question, { kind: 'after' }> & { onClose: () => void }

/** After which stop of their own route others go. */
function AfterDialog({ route, stops, onClose }: AfterProps) {
  const { ask, putInOrder } = useEditor()
  const ids = new Set(stops.map(({ id }) => id))
  const visits = route.stops.filter(isVisit).map(({ id }) => id)
  return (
    <ChooseDialog
      title={`Put ${numbersOf(stops)}`}
      choices={placeChoices(route.stops, ids)}
      emptyText="There is no other stop."
      onChoose={(after) => {
        ask(null)
        putInOrder(route, putBeside(visits, ids, after === first ? null : after))
      }}
      onClose={onClose}
    />
  )
}

type RouteDialogProps = { route: Route; plan: Plan; onClose: () => void }

/** Who drives a route, or the part of it that is split off. */
function DriverDialog({ route, splitAt, plan, onClose }: RouteDialogProps & { splitAt?: Stop }) {
  const { propose } = useEditor()
  const drivers = useQuery(activeDriversQuery)
  const others = useOtherPlans(plan)
  return (
    <ChooseDialog
      title={
        splitAt
          ? `Who drives from ${splitAt.sequence}. ${splitAt.name} on?`
          : `Who drives ${route.driver_name}’s route?`
      }
      description={splitAt ? undefined : 'Drivers with a route of this plan are not listed. Swap with them instead.'}
      choices={driverChoices(drivers.data ?? [], { plan, others })}
      emptyText={drivers.isPending ? 'Loading …' : 'Every active driver has a route of this plan.'}
      onChoose={(id) => {
        const driver = drivers.data!.find((each) => each.id === id)!
        propose(splitAt ? splitting(route, splitAt, driver) : givingTo(route, driver))
      }}
      onClose={onClose}
    />
  )
}

function VehicleDialog({ route, plan, onClose }: RouteDialogProps) {
  const { propose } = useEditor()
  const vehicles = useQuery(vehiclesQuery)
  const others = useOtherPlans(plan)
  return (
    <ChooseDialog
      title={`Which vehicle for ${route.driver_name}’s route?`}
      choices={vehicles.data ? vehicleChoices(vehicles.data, route, { plan, others }) : []}
      emptyText={vehicles.isPending ? 'Loading …' : 'There is no other active vehicle.'}
      onChoose={(id) => {
        const vehicle = vehicles.data!.find((each) => each.id === id)
        propose(changingVehicle(route, id === noVehicle || !vehicle ? null : vehicle))
      }}
      onClose={onClose}
    />
  )
}

function OtherRouteDialog({ kind, route, plan, onClose }: RouteDialogProps & { kind: 'swap' | 'merge' }) {
  const { propose } = useEditor()
  const zone = useZone()
  return (
    <ChooseDialog
      title={kind === 'swap' ? `Swap ${route.driver_name}’s route with` : `Merge ${route.driver_name}’s route into`}
      choices={routeChoices(plan.routes, [route.id], zone)}
      emptyText="The plan has no other route."
      onChoose={(id) => {
        const other = plan.routes.find((each) => each.id === id)!
        propose(kind === 'swap' ? swapping(route, other) : merging(route, other))
      }}
      onClose={onClose}
    />
  )
}

/** At which stop a route is split. Who drives the rest is asked next. */
function SplitDialog({ route, onClose }: { route: Route; onClose: () => void }) {
  const { ask } = useEditor()
  return (
    <ChooseDialog
      title={`Split ${route.driver_name}’s route at`}
      description="This stop and those after it become a route of their own."
      choices={splitChoices(route.stops)}
      emptyText="A route needs two open stops to be split."
      onChoose={(id) => ask({ kind: 'new driver', route, stop: route.stops.find((stop) => stop.id === id)! })}
      onClose={onClose}
    />
  )
}
