import { useQuery } from '@tanstack/react-query'
import { getDeliveryCash } from '#domain/api/cash.ts'
import { call } from '#web/lib/call.ts'
import { formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay } from '#web/lib/me.ts'

/** Cash that was due at a delivery, and what was taken. Nothing where there is none. */
export function DeliveryCash({ deliveryId }: { deliveryId: string }) {
  const isFor = useMay('see_operations')
  const { data } = useQuery({
    enabled: isFor,
    queryKey: [...keys.cash, 'delivery', deliveryId],
    queryFn: ({ signal }) => call(getDeliveryCash, { params: { id: deliveryId }, signal }),
  })
  if (!data || (!data.due && !data.entries.length)) return null
  return (
    <section aria-label="Cash" className="flex flex-col gap-1">
      <h3 className="font-semibold">Cash</h3>
      <p>
        {formatMoney(data.taken, data.currency)} taken of {formatMoney(data.due ?? 0, data.currency)} due
      </p>
    </section>
  )
}
