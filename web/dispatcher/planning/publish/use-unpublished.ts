import { useMutation, useQueryClient } from '@tanstack/react-query'
import { discardUnpublished, publishPlan, restoreUnpublished, withdrawUnpublished } from '#domain/api/unpublished.ts'
import type { UnpublishedChanges } from '#domain/schema/unpublished.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { countOf, withTimes } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'
import { planSummaryQuery } from '../plan-queries.ts'
import { unpublishedQuery } from './unpublished-queries.ts'

type Shown = Pick<UnpublishedChanges, 'plan' | 'changes'>

/** Publishes unpublished changes, drops them and puts them back. What was seen is what is done. */
export function useUnpublished({ plan, changes }: Shown) {
  const client = useQueryClient()
  const params = { id: plan.id }
  const { version } = plan
  const take = (next: UnpublishedChanges) => {
    // What is being read was asked before.
    void client.cancelQueries({ queryKey: planSummaryQuery(plan.id).queryKey })
    client.setQueryData(unpublishedQuery(next.plan).queryKey, next)
    client.setQueryData(planSummaryQuery(plan.id).queryKey, next.plan)
  }
  const refresh = () => client.invalidateQueries({ queryKey: keys.plans.all })
  const settled = { onSuccess: take, onSettled: () => void refresh() }
  const refused = (error: unknown) => void toast({ tone: 'error', title: sentenceOf(error) })

  const restore = useMutation({
    mutationFn: (change_ids: string[]) => {
      // It is put back after other changes of the list.
      const latest = client.getQueryData(planSummaryQuery(plan.id).queryKey)?.version ?? version
      return call(restoreUnpublished, { params, body: { change_ids }, version: latest })
    },
    ...settled,
    onError: refused,
  })
  const offerBack = (title: string, ids: string[]) =>
    toast({ title, action: { label: 'Undo', onPress: () => restore.mutate(ids) } })
  const withdraw = useMutation({
    mutationFn: (change_id: string) => call(withdrawUnpublished, { params: { ...params, change_id }, version }),
    ...settled,
    onSuccess: (next, id) => {
      take(next)
      const sentence = changes.find((change) => change.id === id)?.sentence ?? ''
      offerBack(`Dropped: ${withTimes(sentence.replace(/\.$/, ''))}`, [id])
    },
    onError: refused,
  })
  const discard = useMutation({
    mutationFn: () => call(discardUnpublished, { params, version }),
    ...settled,
    onSuccess: (next) => {
      take(next)
      const ids = changes.map(({ id }) => id)
      offerBack(`${countOf(ids.length, 'change')} discarded`, ids)
    },
    onError: refused,
  })
  const publish = useMutation({
    mutationFn: () => call(publishPlan, { params, version, idempotencyKey: newIdempotencyKey() }),
    ...settled,
    onSuccess: (next) => {
      take(next)
      const stay = next.changes.length
      toast({
        tone: stay > 0 ? 'info' : undefined,
        title: 'Published. The drivers see the new plan.',
        ...(stay > 0 && { description: `${countOf(stay, 'change')} did not fit, and stayed.` }),
      })
    },
  })
  return { publish, discard, withdraw, restore }
}
