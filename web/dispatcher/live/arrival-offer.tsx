import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { DoorOpen } from 'lucide-react'
import { getDelivery } from '#domain/api/deliveries.ts'
import { setStatus } from '#domain/api/statuses.ts'
import { call } from '#web/lib/call.ts'
import { formatTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { toast } from '#web/ui/toast.tsx'
import { offerOf } from './arrival.ts'
import type { DriverRow } from './driver-rows.ts'
import { routeQuery } from './live-queries.ts'

/** A driver's positions say that they are at a stop, or left one that is not done. A dispatcher may say so in their place. */
export function ArrivalOffer({ row, zone }: { row: DriverRow; zone: string }) {
  const client = useQueryClient()
  const mayChange = useMay('change_deliveries')
  const routeId = row.driver.route_id
  const route = useQuery({ ...routeQuery(routeId ?? ''), enabled: routeId !== null }).data
  const offer = offerOf(route, row.position?.near ?? null)
  const confirm = useMutation({
    mutationFn: async ({ id, at }: { id: string; at: string }) => {
      const { version } = await call(getDelivery, { params: { id } })
      return call(setStatus, { params: { id }, body: { status: 'arrived', at }, version })
    },
    onSuccess: async ({ number }) => {
      toast({ tone: 'success', title: `#${number}: the driver has arrived` })
      await Promise.all([
        client.invalidateQueries({ queryKey: keys.route(routeId!) }),
        client.invalidateQueries({ queryKey: keys.positions.now }),
      ])
    },
  })
  if (!offer) return null
  const { stop, since, leftAt, canConfirm } = offer
  const name = `stop ${stop.sequence}, ${stop.name || stop.address}`
  const id = stop.delivery_id!
  if (leftAt) {
    return (
      <div className="px-4 pb-3">
        <Banner tone="warning">
          Left {name} at {formatTime(leftAt, zone)}, and it is not done.{' '}
          <Link to={`/dashboard/deliveries?delivery=${id}`}>Open delivery</Link>
        </Banner>
      </div>
    )
  }
  return (
    <div className="grid gap-2 px-4 pb-3">
      <div className="flex items-center gap-3 rounded-lg bg-sunken px-3 py-2">
        <p className="min-w-0 flex-1 text-[0.8125rem]">
          Near {name}, since {formatTime(since, zone)}.{!canConfirm && ' The driver says when the pickup is done.'}
        </p>
        {canConfirm && mayChange && (
          <Button
            size="small"
            icon={<DoorOpen aria-hidden="true" className="size-3.5" />}
            isPending={confirm.isPending}
            onPress={() => confirm.mutate({ id, at: since })}
          >
            Confirm arrival
          </Button>
        )}
      </div>
      {confirm.error && <Banner tone="danger">{sentenceOf(confirm.error)}</Banner>}
    </div>
  )
}
