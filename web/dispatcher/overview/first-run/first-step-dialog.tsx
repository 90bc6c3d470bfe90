import { dayOf } from '#domain/time.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMe } from '#web/lib/me.ts'
import { DeliveryForm } from '../../deliveries/form/delivery-form.tsx'
import { DepotForm } from '../../depots/depot-form.tsx'
import { DriverForm } from '../../drivers/driver-form.tsx'
import { ImportDialog } from '../../import/import-dialog.tsx'
import { DeliveriesImport } from '../../import/deliveries-import.tsx'
import { depotsKind } from '../../import/kinds/depots.ts'
import { driversKind } from '../../import/kinds/drivers.ts'
import { vehiclesKind } from '../../import/kinds/vehicles.ts'
import { VehicleForm } from '../../vehicles/vehicle-form.tsx'

/** What a step adds, and whether many at once. */
export type FirstStepAction = { way: 'add' | 'import'; what: 'depot' | 'vehicle' | 'driver' | 'delivery' }

/** The form or the import of a step, over the overview, where the step then shows what was added. */
export function FirstStepDialog({ action, onClose }: { action: FirstStepAction; onClose: () => void }) {
  const { workspace } = useMe()
  const queryClient = useQueryClient()
  const saved = () => {
    onClose()
    void queryClient.invalidateQueries()
  }
  const form = { onClose, onSaved: saved }
  switch (`${action.way} ${action.what}` as const) {
    case 'import depot':
      return <ImportDialog kind={depotsKind} onClose={onClose} />
    case 'import vehicle':
      return <ImportDialog kind={vehiclesKind} onClose={onClose} />
    case 'import driver':
      return <ImportDialog kind={driversKind} onClose={onClose} />
    case 'import delivery':
      return <DeliveriesImport onClose={onClose} />
    case 'add depot':
      return <DepotForm {...form} />
    case 'add vehicle':
      return <VehicleForm {...form} />
    case 'add driver':
      return <DriverForm {...form} />
    case 'add delivery':
      return <DeliveryForm day={dayOf(new Date(), workspace.time_zone)} tab="details" onTab={() => {}} {...form} />
  }
}
