import { useMemo } from 'react'
import { useCustomFields } from '../deliveries/form/use-custom-fields.ts'
import { ImportDialog } from './import-dialog.tsx'
import { deliveriesKindWith } from './kinds/deliveries.ts'

/** Imports deliveries, with the columns of the workspace's own fields. */
export function DeliveriesImport({ onClose }: { onClose: () => void }) {
  const customFields = useCustomFields()
  const kind = useMemo(() => deliveriesKindWith(customFields), [customFields])
  return <ImportDialog kind={kind} onClose={onClose} />
}
