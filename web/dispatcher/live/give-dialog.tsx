import type { Delivery } from '#domain/schema/delivery.ts'
import type { NearDriver } from '#domain/schema/near-driver.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EffectPreview } from './effect-preview.tsx'
import { useTried } from './use-tried.ts'

type GiveDialogProps = { delivery: Delivery; driver: NearDriver; onClose: () => void }

/** Puts a delivery on a driver's route at its best place, after saying what that does. */
export function GiveDialog({ delivery, driver, onClose }: GiveDialogProps) {
  const { result, error, isMaking, make } = useTried(driver.plan_id!, [editFor(delivery, driver)], onClose)
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Give #${delivery.number} to ${driver.name}?`}
      description={[delivery.recipient_name, delivery.delivery_address].filter(Boolean).join(', ')}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={!result} isPending={isMaking} onPress={make}>
            Give to {driver.name}
          </Button>
        </>
      }
    >
      <EffectPreview result={result} error={error} />
    </Dialog>
  )
}

/** One that is on a route already moves, and another is inserted. */
function editFor({ id, status }: Delivery, { route_id }: NearDriver): PlanEdit {
  const isOnRoute = status !== 'pending' && status !== 'failed'
  return isOnRoute
    ? { type: 'move', delivery_ids: [id], route_id: route_id! }
    : { type: 'insert', delivery_id: id, route_id: route_id! }
}
