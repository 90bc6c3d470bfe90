import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { weekdayOf } from '#domain/recurrence.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { NewRecurringOrder, recurringDaysAhead } from '#domain/schema/recurring.ts'
import { dayAfter, dayOf } from '#domain/time.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { orderOf } from './order-of.ts'
import { recurringQuery, standingRoutesQuery } from './recurring-queries.ts'
import { ruleWords } from './recurring-words.ts'
import { RouteFields } from './route-fields.tsx'
import { RuleFields } from './rule-fields.tsx'
import { around, newRule, recurringBody, toRoute, toRule, type RuleValues } from './rule-values.ts'
import { saveRecurring, settleAround } from './save-recurring.ts'

const schema = recurringBody(NewRecurringOrder)

/** Lets a delivery come again, as it is, on days of the week. */
export function RepeatDialog({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const client = useQueryClient()
  const { time_zone } = useMe().workspace
  const [today] = useState(() => dayOf(new Date(), time_zone))
  // The delivery itself is there already.
  const own = delivery.scheduled_date ?? today
  const from = dayAfter(own > today ? own : today)
  const orders = useQuery(recurringQuery)
  const routes = useQuery(standingRoutesQuery)
  const all = orders.data ?? []
  const [order] = useState(() => orderOf(delivery))
  const form = useRecordForm({
    initial: newRule(weekdayOf(own)),
    toBody: (values: RuleValues) => ({ order, ...toRule(values, from), ...toRoute(values, undefined, all) }),
    schema,
    save: async (body, { idempotencyKey }) => {
      const saved = await saveRecurring(body, { idempotencyKey }, (id) => form.set('route', id))
      await settleAround(saved, around(form.values, undefined, all))
      toast({
        title: `Delivery #${delivery.number} comes again: ${ruleWords(saved).replace(/^E/, 'e')}`,
        description: `Its deliveries of the next ${recurringDaysAhead} days are there.`,
      })
    },
    onSaved: () => {
      onClose()
      void Promise.all(
        [keys.recurring.all, keys.deliveries.all].map((queryKey) => client.invalidateQueries({ queryKey })),
      )
    },
  })
  const failed = [orders, routes].find(({ isLoadingError }) => isLoadingError)
  return (
    <Dialog
      isOpen
      size="medium"
      isDismissable={!form.isSaving}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Repeat delivery #${delivery.number}`}
      description={[delivery.recipient_name, delivery.delivery_address].filter(Boolean).join(', ')}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form="repeat-form"
            isPending={form.isSaving}
            isDisabled={!orders.data || !routes.data}
          >
            Repeat
          </Button>
        </>
      }
    >
      <form
        id="repeat-form"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          // The form of the drawer under it is not meant. A `Form` of React Aria inside another would send both.
          event.stopPropagation()
          void form.submit()
        }}
      >
        {form.failure !== undefined && <SaveError title="It was not saved" error={form.failure} />}
        {failed && (
          <LoadError
            title="The standing routes could not be loaded"
            error={failed.error}
            onRetry={() => void Promise.all([orders.refetch(), routes.refetch()])}
            isRetrying={failed.isFetching}
          />
        )}
        <RuleFields {...form} today={today} from={from} />
        <RouteFields {...form} id={undefined} all={all} routes={routes.data ?? []} />
      </form>
    </Dialog>
  )
}
