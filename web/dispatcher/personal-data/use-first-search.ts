import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { getDelivery } from '#domain/api/deliveries.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { RecipientSearch } from '#domain/schema/recipient.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'

/**
 * The recipient of a delivery, if the page was opened from one. The address of the page names the delivery and nothing
 * personal.
 */
export function useFirstSearch(): RecipientSearch | undefined {
  const [params] = useSearchParams()
  const id = params.get('delivery') ?? ''
  const delivery = useQuery({
    queryKey: keys.deliveries.one(id),
    queryFn: ({ signal }) => call(getDelivery, { params: { id }, signal }),
    enabled: /^[0-9a-f-]{36}$/i.test(id),
  })
  return delivery.data && searchFor(delivery.data)
}

/** By what a recipient is found best. */
export function searchFor(delivery: Delivery): RecipientSearch | undefined {
  const { recipient_phone, recipient_email, recipient_name, delivery_address, erased_at } = delivery
  if (erased_at) return undefined
  if (recipient_phone) return { by: 'phone', value: recipient_phone }
  if (recipient_email) return { by: 'email', value: recipient_email }
  if (recipient_name) return { by: 'name', value: recipient_name }
  return { by: 'address', value: delivery_address }
}
