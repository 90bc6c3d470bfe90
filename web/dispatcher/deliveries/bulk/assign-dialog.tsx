import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { activeDriversQuery } from '../../queries.ts'
import { planner } from '../form/delivery-values.ts'
import { WantedDriver } from '../form/wanted-driver.tsx'

type AssignDialogProps = {
  count: number
  onAssign: (driverId: string | null, name: string | undefined) => void
  onClose: () => void
}

/** Asks which driver must bring the deliveries, if any. */
export function AssignDialog({ count, onAssign, onClose }: AssignDialogProps) {
  const drivers = useQuery(activeDriversQuery)
  const [id, setId] = useState(planner)
  const name = drivers.data?.find((driver) => driver.id === id)?.name
  return (
    <Dialog isOpen onOpenChange={onClose} title={`Assign ${countOf(count, 'delivery', 'deliveries')}`}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onAssign(id === planner ? null : id, name)
        }}
      >
        <WantedDriver value={id} onChange={setId} isDisabled={false} />
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Assign
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
