import { dayOf } from '#domain/time.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { useMe } from '#web/lib/me.ts'
import { DeliveryForm } from './form/delivery-form.tsx'
import { OpenedDelivery } from './form/opened-delivery.tsx'
import { DeliveriesImport } from '../import/deliveries-import.tsx'
import { useKept } from '../records/use-kept.ts'
import type { useDeliveriesAddress } from './use-deliveries-address.ts'

type OpenedDrawerProps = {
  address: ReturnType<typeof useDeliveriesAddress>
  rows: readonly Delivery[]
  mayAdd: boolean
  onSaved: () => unknown
}

/** What the address has open over the list: a delivery, the form for a new one, or the import. */
export function OpenedDrawer({ address, rows, mayAdd, onSaved }: OpenedDrawerProps) {
  const { workspace } = useMe()
  const { filter, opened, open, close } = address
  const mayKeep = useKept(opened.kind, mayAdd)
  const saved = () => {
    close()
    void onSaved()
  }
  if (opened.kind === 'delivery') {
    return (
      <OpenedDelivery
        key={opened.id}
        id={opened.id}
        row={rows.find((row) => row.id === opened.id)}
        tab={opened.tab}
        onTab={(tab) => open({ ...opened, tab }, true)}
        onClose={close}
        onSaved={saved}
      />
    )
  }
  if (!mayKeep) return null
  if (opened.kind === 'import') return <DeliveriesImport onClose={close} />
  if (opened.kind !== 'new') return null
  const { from, to } = filter.span
  const day = from && from === to ? from : dayOf(new Date(), workspace.time_zone)
  return <DeliveryForm day={day} tab="details" onTab={() => {}} onClose={close} onSaved={saved} />
}
