import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pause } from 'lucide-react'
import { useState } from 'react'
import { weekdayOf } from '#domain/recurrence.ts'
import { NewRecurringOrder, RecurringOrderChange, type RecurringOrder } from '#domain/schema/recurring.ts'
import { dayAfter, dayOf } from '#domain/time.ts'
import { formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { NotOffered } from '#web/lib/not-offered.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DeliveryFields } from '../deliveries/form/delivery-fields.tsx'
import { deliveryParts } from '../deliveries/form/delivery-parts.ts'
import { toValues, type DeliveryValues } from '../deliveries/form/delivery-values.ts'
import { focusFirstProblem } from '../deliveries/form/focus-first-problem.ts'
import { Section } from '../deliveries/form/section.tsx'
import { activeDriversQuery } from '../queries.ts'
import { RecordDrawer } from '../records/record-drawer.tsx'
import { useScopeNames } from '../scopes/use-scope-names.ts'
import { deliveryOf, toOrder } from './order-of.ts'
import { recurringQuery, standingRoutesQuery } from './recurring-queries.ts'
import { whoWords } from './recurring-words.ts'
import { RouteFields } from './route-fields.tsx'
import { RuleFields, type RuleForm } from './rule-fields.tsx'
import {
  around,
  newRule,
  noRoute,
  recurringBody,
  ruleParts,
  toRoute,
  toRule,
  toRuleValues,
  type RuleValues,
} from './rule-values.ts'
import { saveRecurring, settleAround } from './save-recurring.ts'

type Values = DeliveryValues & RuleValues
type Body = NewRecurringOrder | RecurringOrderChange

const forNew = recurringBody<Body>(NewRecurringOrder)
const forChange = recurringBody<Body>(RecurringOrderChange)

type RecurringFormProps = {
  /** Absent for a new one. */
  recurring?: RecurringOrder
  onClose: () => void
}

/** Adds, shows or edits an order that comes again. */
export function RecurringForm({ recurring, onClose }: RecurringFormProps) {
  const client = useQueryClient()
  const { workspace } = useMe()
  const mayChange = useMay('change_deliveries')
  const [today] = useState(() => dayOf(new Date(), workspace.time_zone))
  const from = dayAfter(today)
  const all = useQuery(recurringQuery).data ?? []
  const routes = useQuery(standingRoutesQuery).data ?? []
  const drivers = useQuery(activeDriversQuery).data ?? []
  const { names } = useScopeNames()
  const usual = { day: today, service_minutes: workspace.service_minutes }
  const stored = recurring && deliveryOf(recurring, { service_minutes: workspace.service_minutes })
  const valuesOf = (record: RecurringOrder): Values => ({
    ...toValues(deliveryOf(record, { service_minutes: workspace.service_minutes }), usual),
    ...toRuleValues(record, all),
  })
  const wholeBody = (values: Values) => ({
    order: toOrder(values, stored, usual),
    ...toRule(values, from),
    ...toRoute(values, recurring?.id, all),
  })
  const [initial] = useState<Values>(() =>
    recurring ? valuesOf(recurring) : { ...toValues(undefined, usual), ...newRule(weekdayOf(from)) },
  )
  const form = useRecordForm({
    initial,
    toBody: (values, base) => (recurring ? changed(wholeBody(base), wholeBody(values)) : wholeBody(values)),
    schema: recurring ? forChange : forNew,
    shared: recurring && {
      // Without its id: events tell of a change, but not what the order says. It is read again instead.
      record: { ...recurring, id: undefined },
      toValues: (record) => valuesOf({ ...record, id: recurring.id }),
      parts: [
        ...ruleParts<Values>((id) => routes.find((route) => route.id === id)?.name ?? (id === noRoute ? 'None' : '')),
        ...(deliveryParts(
          (id) => drivers.find((driver) => driver.id === id)?.name ?? 'Another driver',
          (id) => names.get(id) ?? 'Another one',
          (amount) => formatMoney(amount, workspace.currency),
        ) as ReturnType<typeof ruleParts<Values>>),
      ],
      gone: { code: 'recurring_order_not_found', noun: 'recurring order' },
    },
    save: async (body, { idempotencyKey, version }) => {
      const target = recurring ? { id: recurring.id, version } : { idempotencyKey }
      const saved = await saveRecurring(body, target, (id) => form.set('route', id))
      await settleAround(saved, around(form.values, recurring?.id, all))
      toast({ title: recurring ? 'The recurring order was saved' : 'The recurring order was added' })
    },
    onSaved: () => {
      onClose()
      void Promise.all(
        [keys.recurring.all, keys.deliveries.all].map((queryKey) => client.invalidateQueries({ queryKey })),
      )
    },
  })
  // The rule is part of the values.
  const ruleForm: RuleForm = { values: form.values, problemOf: form.problemOf, set: form.set as RuleForm['set'] }
  const submit = async () => {
    await form.submit()
    requestAnimationFrame(focusFirstProblem)
  }
  return (
    <RecordDrawer
      title={recurring ? whoWords(recurring) : 'Add recurring order'}
      form={{ ...form, submit }}
      isEditable={mayChange}
      whyNot={<NotOffered action="change_deliveries" doing="change recurring orders" />}
      submitLabel={recurring ? 'Save' : 'Add recurring order'}
      onClose={onClose}
    >
      {recurring?.paused && <Banner icon={<Pause />}>Paused: no deliveries are added until you resume it.</Banner>}
      <Section title="When it comes">
        <RuleFields {...ruleForm} today={today} from={from} isDisabled={!mayChange} />
      </Section>
      <Section title="Who drives it">
        <RouteFields {...ruleForm} id={recurring?.id} all={all} routes={routes} isDisabled={!mayChange} />
      </Section>
      <DeliveryFields
        form={form}
        isRecurring
        isNew={false}
        isReadOnly={!mayChange}
        isFixed={() => !mayChange}
        usualMinutes={workspace.service_minutes}
        stored={stored}
      />
      {recurring && mayChange && (
        <p className="text-[0.8125rem] text-ink-muted">
          Saving makes coming deliveries anew, from tomorrow on. Those that somebody changed or planned stay as they
          are.
        </p>
      )}
    </RecordDrawer>
  )
}

/** What differs, and always both parts of a new route. */
function changed<Whole extends { route: unknown }>(before: Whole, after: Whole) {
  const fields = Object.entries(after).filter(
    ([name, value]) => name !== 'route' && JSON.stringify(value) !== JSON.stringify(before[name as keyof Whole]),
  )
  return { ...Object.fromEntries(fields), route: after.route }
}
