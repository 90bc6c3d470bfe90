import { useMutation, useQuery } from '@tanstack/react-query'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { NearDriver } from '#domain/schema/near-driver.ts'
import type { PlanEdit } from '#domain/schema/plan-change.ts'
import { withTimes } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { triedQuery } from '../planning/changes/change-queries.ts'
import { effectLine } from '../planning/changes/effect-words.ts'
import { useChange } from '../planning/changes/use-change.ts'
import { planSummaryQuery } from '../planning/plan-queries.ts'

type GiveDialogProps = { delivery: Delivery; driver: NearDriver; onClose: () => void }

/** Puts a delivery on a driver's route at its best place, after saying what that does. */
export function GiveDialog({ delivery, driver, onClose }: GiveDialogProps) {
  const { currency } = useMe().workspace
  const planId = driver.plan_id!
  const plan = useQuery(planSummaryQuery(planId)).data
  const changes = [editFor(delivery, driver)]
  const change = useChange(planId)
  const tried = useQuery({ ...triedQuery({ id: planId, version: plan?.version ?? 0 }, changes), enabled: !!plan })
  const give = useMutation({
    mutationFn: () => change.make(changes, tried.data!.plan.version),
    onSuccess: (result) => {
      change.take(result)
      toast({ tone: 'success', title: result.sentence })
      onClose()
    },
  })
  const error = give.error ?? tried.error
  const result = tried.data
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Give #${delivery.number} to ${driver.name}?`}
      description={[delivery.recipient_name, delivery.delivery_address].filter(Boolean).join(', ')}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={!result} isPending={give.isPending} onPress={() => give.mutate()}>
            Give to {driver.name}
          </Button>
        </>
      }
    >
      {error ? (
        <Banner tone="danger">{sentenceOf(error)}</Banner>
      ) : !result ? (
        <Skeleton className="h-12 w-full" />
      ) : (
        <div className="grid gap-3">
          <p>{effectLine(result.effect, currency)}.</p>
          {result.effect.promises.length > 0 && (
            <Banner tone="warning">
              Promised arrivals would no longer be kept:{' '}
              {result.effect.promises.map(({ number }) => `#${number}`).join(', ')}.
            </Banner>
          )}
          {result.warnings.map(({ code, sentence, delivery_id, route_id }) => (
            <Banner key={`${code} ${delivery_id} ${route_id}`} tone="warning">
              {withTimes(sentence)}
            </Banner>
          ))}
        </div>
      )}
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
