import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { arriveMyTransfer, delayMyTransfer, departMyTransfer, listMyTransfers } from '#domain/api/transfers.ts'
import type { Transfer } from '#domain/schema/transfer.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDateTime, formatKilograms } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'

type Step = 'depart' | 'arrive' | 'later'

const laterMinutes = 15

function send({ id, expected_at }: Transfer, step: Step) {
  const params = { id }
  if (step === 'depart') return call(departMyTransfer, { params, body: {} })
  if (step === 'arrive') return call(arriveMyTransfer, { params, body: {} })
  const later = new Date(Date.parse(expected_at) + laterMinutes * 60_000).toISOString()
  return call(delayMyTransfer, { params, body: { expected_at: later } })
}

const said: Record<Step, string> = {
  depart: 'You are on the way',
  arrive: 'You are there',
  later: 'The dispatchers know',
}

/** What the driver brings from depot to depot; nothing if there is nothing. */
export function OwnTransfers() {
  const client = useQueryClient()
  const { time_zone: zone } = useMe().workspace
  const transfers = useQuery({
    queryKey: keys.transfers.own,
    queryFn: async ({ signal }) => (await call(listMyTransfers, { signal })).data,
  })
  const move = useMutation({
    mutationFn: ({ transfer, step }: { transfer: Transfer; step: Step }) => send(transfer, step),
    onSuccess: (_, { step }) => toast({ tone: 'success', title: said[step] }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.transfers.all }),
  })
  if (transfers.isLoadingError) {
    return (
      <LoadError
        title="Your transfers could not be loaded"
        error={transfers.error}
        onRetry={() => void transfers.refetch()}
        isRetrying={transfers.isFetching}
      />
    )
  }
  if (!transfers.data?.length) return null
  return (
    <Card title="Transfers" description="From depot to depot." className="mt-4 mb-6" isPadded={false}>
      <ul className="divide-y border-t">
        {transfers.data.map((transfer) => {
          const isMoving = move.isPending && move.variables.transfer.id === transfer.id
          const press = (step: Step) => () => move.mutate({ transfer, step })
          return (
            <li key={transfer.id} className="grid gap-2 px-4 py-3">
              <p className="flex flex-wrap items-center gap-x-1.5 font-medium">
                {transfer.from_depot_name}
                <ArrowRight aria-label="to" className="size-4 text-ink-muted" />
                {transfer.to_depot_name}
              </p>
              <p className="text-[0.8125rem] text-ink-muted">
                {transfer.state === 'planned' && `Leave at ${formatDateTime(transfer.departs_at, zone)}. `}
                {transfer.state === 'arrived'
                  ? `There since ${formatDateTime(transfer.arrived_at!, zone)}. `
                  : `There at ${formatDateTime(transfer.expected_at, zone)}. `}
                {countOf(transfer.parcels, 'parcel')}, {formatKilograms(transfer.weight_kg)}
                {transfer.vehicle_code && `, vehicle ${transfer.vehicle_code}`}
              </p>
              {transfer.note && <p className="text-[0.8125rem] wrap-anywhere">{transfer.note}</p>}
              {transfer.state !== 'arrived' && (
                <div className="flex flex-wrap gap-2">
                  {transfer.state === 'planned' ? (
                    <Button
                      variant="primary"
                      isDisabled={!transfer.deliveries}
                      isPending={isMoving}
                      onPress={press('depart')}
                    >
                      I am leaving
                    </Button>
                  ) : (
                    <Button variant="primary" isPending={isMoving} onPress={press('arrive')}>
                      I am there
                    </Button>
                  )}
                  <Button isPending={isMoving} onPress={press('later')}>{`${laterMinutes} min later`}</Button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {move.error && (
        <div className="p-4">
          <LoadError title="It was not saved" error={move.error} />
        </div>
      )}
    </Card>
  )
}
