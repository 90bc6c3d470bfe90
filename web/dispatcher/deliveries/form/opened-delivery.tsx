import { useQuery } from '@tanstack/react-query'
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
  // Read again whenever it changes. The list may change while someone types here: what is open stays open.
  const fetched = useQuery({
    ...deliveryQuery(id),
    initialData: row && { ...row, order: null },
    initialDataUpdatedAt: 0,
  })
  const delivery = row && fetched.data && row.version > fetched.data.version ? row : fetched.data
  if (delivery) return <DeliveryForm delivery={delivery} day={delivery.scheduled_date ?? ''} {...rest} />
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
