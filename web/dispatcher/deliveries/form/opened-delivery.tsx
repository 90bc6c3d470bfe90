import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Delivery } from '#domain/schema/delivery.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import type { DrawerTab } from '../deliveries-address.ts'
import { DeliveryForm } from './delivery-form.tsx'
import { deliveryQuery } from '../use-deliveries.ts'

type OpenedDeliveryProps = {
  id: string
  /** The row, if the list shows it. It then opens at once, without a call. */
  row?: Delivery
  tab: DrawerTab
  onTab: (tab: DrawerTab) => void
  onClose: () => void
  onSaved: () => void
}

/** The delivery that the address names, whether or not the list shows it. */
export function OpenedDelivery({ id, row, ...rest }: OpenedDeliveryProps) {
  const [kept, keep] = useState<Delivery>()
  const fetched = useQuery({ ...deliveryQuery(id), enabled: !row && !kept })
  const delivery = kept ?? row ?? fetched.data
  // The list may change while someone types here. What is open stays open.
  if (!kept && delivery) keep(delivery)
  if (delivery) return <DeliveryForm delivery={delivery} day={delivery.scheduled_date} {...rest} />
  if (!fetched.error) return null
  return (
    <Drawer
      isOpen
      onOpenChange={(isOpen) => !isOpen && rest.onClose()}
      title="Delivery"
      footer={<Button onPress={rest.onClose}>Close</Button>}
    >
      <LoadError error={fetched.error} onRetry={() => void fetched.refetch()} isRetrying={fetched.isFetching} />
    </Drawer>
  )
}
