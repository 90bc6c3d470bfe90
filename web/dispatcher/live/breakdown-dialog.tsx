import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { countRecipients } from '../planning/publish/recipients.ts'
import { spreading } from '../planning/changes/proposals.ts'
import type { DriverRow } from './driver-rows.ts'
import { EffectPreview } from './effect-preview.tsx'
import { routeQuery } from './live-queries.ts'
import { useTried } from './use-tried.ts'

type BreakdownDialogProps = { row: DriverRow; onClose: () => void }

/** Gives the open stops of a broken-down vehicle to the other drivers, after saying what that does and where the vehicle is. */
export function BreakdownDialog({ row, onClose }: BreakdownDialogProps) {
  const routeId = row.driver.route_id!
  const route = useQuery(routeQuery(routeId)).data
  if (route) return <Spread row={row} routeId={routeId} planId={route.plan_id} onClose={onClose} />
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={titleOf(row)}>
      <Skeleton className="h-20 w-full" />
    </Dialog>
  )
}

const titleOf = ({ name }: DriverRow) => `${name}’s vehicle broke down`

function Spread({ row, routeId, planId, onClose }: BreakdownDialogProps & { routeId: string; planId: string }) {
  const { changes } = spreading({ id: routeId, driver_name: row.name })
  const { result, error, isMaking, make } = useTried(planId, changes, onClose)
  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={titleOf(row)}
      description="Each open stop goes to the driver who can take it at the least cost, also to one without a route. All drivers concerned see it at once."
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={!result} isPending={isMaking} onPress={make}>
            Spread the stops
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <EffectPreview result={result} error={error} />
        {result && <p className="font-medium">{countRecipients(result.effect.recipients.length)}.</p>}
      </div>
    </Dialog>
  )
}
