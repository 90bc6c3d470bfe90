import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { listVehicleChecks } from '#domain/api/road.ts'
import { createWorkOrder } from '#domain/api/work-orders.ts'
import type { VehicleCheck } from '#domain/schema/vehicle-check.ts'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Check } from '../checks-fold.tsx'
import { ordersQuery } from '../fleet-queries.ts'

/** What drivers found when they took the vehicle, and the work orders that follow. */
export function ChecksTab({ vehicle }: { vehicle: Vehicle }) {
  const checks = useQuery({
    queryKey: keys.vehicleChecks(vehicle.id),
    queryFn: async ({ signal }) =>
      (await call(listVehicleChecks, { params: { id: vehicle.id }, query: { limit: 20 }, signal })).data,
  })
  if (checks.isLoadingError) {
    return (
      <LoadError
        title="The checks could not be loaded"
        error={checks.error}
        onRetry={() => void checks.refetch()}
        isRetrying={checks.isFetching}
      />
    )
  }
  return (
    <Card
      title="Checks by drivers"
      description="A defect that keeps the vehicle from driving is a work order at once. Others become one here."
      isPadded={false}
    >
      {checks.data?.length === 0 && (
        <EmptyState icon={<ClipboardCheck />} title="No checks yet">
          Drivers check the vehicle in their app before they leave.
        </EmptyState>
      )}
      <ul aria-label="Checks" className="divide-y">
        {checks.data?.map((check) => (
          <li key={check.id} className="px-4 py-3">
            <Check check={check} />
            {check.defects.length > 0 && <Repair vehicle={vehicle} check={check} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The work order of a check, or the button that makes it. */
function Repair({ vehicle, check }: { vehicle: Vehicle; check: VehicleCheck }) {
  const client = useQueryClient()
  const mayChange = useMay('change_fleet')
  const orders = useQuery(ordersQuery(vehicle.id)).data?.data
  const [, setParams] = useSearchParams()
  const order = orders?.find(({ check_id }) => check_id === check.id)
  const make = useMutation({
    mutationFn: () =>
      call(createWorkOrder, {
        body: { vehicle_id: vehicle.id, check_id: check.id, title: titleOf(check), note: noteOf(check) },
        idempotencyKey: newIdempotencyKey(),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['vehicles'] }),
  })
  if (!orders) return null
  return (
    <div className="mt-2 grid gap-2">
      {order ? (
        <Button
          size="small"
          className="justify-self-start"
          onPress={() => setParams({ tab: 'maintenance', order: order.id })}
        >
          {`Open the work order: ${order.title}`}
        </Button>
      ) : (
        mayChange && (
          <Button size="small" className="justify-self-start" isPending={make.isPending} onPress={() => make.mutate()}>
            Make a work order
          </Button>
        )
      )}
      {make.error && <SaveError title="The work order was not made" error={make.error} />}
    </div>
  )
}

const titleOf = ({ defects }: VehicleCheck) =>
  `Repair ${[...new Set(defects.map(({ part }) => part))].join(', ')}`.slice(0, 200)

const noteOf = ({ defects }: VehicleCheck) =>
  defects
    .flatMap(({ part, note }) => (note ? [`${part}: ${note}`] : []))
    .join('\n')
    .slice(0, 2000) || null
