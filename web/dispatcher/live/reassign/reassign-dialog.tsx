import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlanSummary, Route } from '#domain/schema/plan.ts'
import { countOf } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { planQuery, planSummaryQuery } from '../../planning/plan-queries.ts'
import type { DriverRow } from '../driver-rows.ts'
import { EffectPreview } from '../effect-preview.tsx'
import { routeQuery } from '../live-queries.ts'
import { useTried } from '../use-tried.ts'
import { ChooseStops } from './choose-stops.tsx'
import { ChooseTaker } from './choose-taker.tsx'
import { editsFor, movableStops, takersOf } from './reassign.ts'

type ReassignDialogProps = { row: DriverRow; rows: readonly DriverRow[]; onClose: () => void }

/** Gives a driver's remaining stops, or some of them, to another driver. */
export function ReassignDialog({ row, rows, onClose }: ReassignDialogProps) {
  const routeId = row.driver.route_id
  const route = useQuery({ ...routeQuery(routeId ?? ''), enabled: routeId !== null })
  const plan = useQuery({ ...planSummaryQuery(route.data?.plan_id ?? ''), enabled: route.data !== undefined })
  const isAnythingLeft = !route.data || movableStops(route.data).length > 0
  if (routeId !== null && route.data && plan.data && isAnythingLeft) {
    return <Reassign row={row} rows={rows} route={route.data} plan={plan.data} onClose={onClose} />
  }
  const failed = [route, plan].find(({ isLoadingError }) => isLoadingError)
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={`Reassign stops of ${row.name}`}>
      {failed ? (
        <LoadError
          title="The route could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : routeId !== null && isAnythingLeft ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <p>Nothing is left to give away. What {row.name} is at or on the way to stays with them.</p>
      )}
    </Dialog>
  )
}

/** On a phone, what it would do is below what was pressed. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

type Known = { route: Route; plan: PlanSummary }

function Reassign({ row, rows, route, plan, onClose }: ReassignDialogProps & Known) {
  const { time_zone: zone } = useMe().workspace
  const movable = movableStops(route)
  const [left, leave] = useState<ReadonlySet<string>>(new Set())
  const [takerId, take] = useState<string>()
  const chosen = new Set(movable.flatMap(({ delivery_id }) => (left.has(delivery_id!) ? [] : delivery_id!)))

  // Where everybody is at this moment: a list that moved while it is read would be of no use.
  const [now] = useState(rows)
  const routes = useQuery(planQuery(plan)).data?.routes
  const near = movable[0]!.location
  const takers = routes && takersOf(now, { id: route.id, ofPlan: new Set(routes.map(({ id }) => id)), near })
  const taker = takers?.find(({ row: { id } }) => id === takerId)
  const edits = taker && chosen.size > 0 ? editsFor(route, chosen, taker) : []
  const { result, error, isMaking, make } = useTried(route.plan_id, edits, onClose)
  const what = countOf(chosen.size, 'delivery', 'deliveries')
  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Reassign stops of ${row.name}`}
      description="Where the driver is, or is on the way to, stays with them. What is loaded already has to be handed over."
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={!result || edits.length === 0} isPending={isMaking} onPress={make}>
            {taker ? `Give ${what} to ${taker.row.name}` : `Give ${what}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <ChooseStops stops={movable} chosen={chosen} zone={zone} onLeave={leave} />
        {takers ? (
          <ChooseTaker takers={takers} chosenId={takerId} onChoose={take} />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
        {edits.length > 0 && (
          <div key={takerId} ref={show}>
            <EffectPreview result={result} error={error} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
