import { Card } from '#web/ui/card.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { MoneyField } from '../records/money-field.tsx'
import type { SettingsCardProps } from './cost-cards.tsx'
import { PairList } from './pair-list.tsx'
import { errorOf } from '../records/error-of.ts'
import type { SettingsValues } from './settings-values.ts'

const measures = [
  { id: 'none', label: 'Not at all', description: 'Plans may leave vehicles at the depot' },
  { id: 'time', label: 'Hours of work' },
  { id: 'tasks', label: 'Number of deliveries' },
  { id: 'load', label: 'Load' },
] as const

const orders = [
  { id: 'any', label: 'Any', description: 'Whichever takes the least driving' },
  { id: 'urgent_first', label: 'Urgent deliveries first', description: 'All others in any order after them' },
  { id: 'by_priority', label: 'By priority', description: 'Urgent, then normal, then low' },
] as const satisfies { id: SettingsValues['priority_order']; label: string; description: string }[]

export function BalanceCard({ form: { values, set, field, problemOf }, isDisabled }: SettingsCardProps) {
  const { balance } = values
  return (
    <Card
      title="Fairness and habits"
      description="Even routes, compact routes, urgent deliveries first and familiar areas cost some extra driving."
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label="Make routes alike in"
          options={measures}
          isDisabled={isDisabled}
          value={balance.of}
          onChange={(of) => set('balance', { ...balance, of: of as SettingsValues['balance']['of'] })}
        />
        {balance.of !== 'none' && (
          <NumberField
            label="How strongly"
            description="The higher, the more plans pay for alike routes. Try 10, 100 and 1,000."
            minValue={0}
            isDisabled={isDisabled}
            value={balance.strength}
            onChange={(strength) => set('balance', { ...balance, strength })}
            {...errorOf(problemOf('balance'))}
          />
        )}
        <NumberField
          label="Keep routes compact"
          unit="%"
          placeholder="Off"
          description="Routes stay apart and rarely cross. An hour’s drive from the middle of a route to a stop counts as this percentage of an hour of driving. Try 10."
          minValue={0}
          maxValue={200}
          isDisabled={isDisabled}
          {...field('compactness_percent')}
        />
        <Select
          label="Order on a route"
          options={orders}
          isDisabled={isDisabled}
          value={values.priority_order}
          onChange={(order) => set('priority_order', order as SettingsValues['priority_order'])}
        />
        <MoneyField
          label="Familiar areas are worth"
          per="a stop"
          placeholder="Nothing"
          description="How much dearer a stop may get so that a driver who prefers its territory delivers it."
          isDisabled={isDisabled}
          {...field('familiar_cost')}
        />
      </div>
    </Card>
  )
}

export function TogetherCard({ form, isDisabled }: SettingsCardProps) {
  const { values, set, field, problemOf } = form
  return (
    <Card title="What belongs together" description="Deliveries by their tags, and several at one address.">
      <div className="flex flex-col gap-5">
        <RadioGroup
          label="Several deliveries at one address take"
          isDisabled={isDisabled}
          options={[
            { id: 'sum', label: 'The sum of their times' },
            { id: 'longest', label: 'The longest of their times' },
          ]}
          value={values.same_address_service}
          onChange={(value) => set('same_address_service', value as SettingsValues['same_address_service'])}
        />
        <TextField
          label="All on one vehicle"
          isDisabled={isDisabled}
          description="Tags, separated by commas. All deliveries of a day with such a tag go together, or not at all."
          {...field('keep_together')}
        />
        <PairList
          label="Never on the same vehicle"
          pairs={values.keep_apart}
          onChange={(pairs) => set('keep_apart', pairs)}
          problemOf={(at) => problemOf(`keep_apart.${at}`)}
          isDisabled={isDisabled}
        />
        <PairList
          label="Never on board at the same time"
          description="One may follow the other on the same route: it is picked up once the other is handed over. Where a vehicle reloads, each trip counts."
          pairs={values.keep_apart_on_board}
          onChange={(pairs) => set('keep_apart_on_board', pairs)}
          problemOf={(at) => problemOf(`keep_apart_on_board.${at}`)}
          isDisabled={isDisabled}
        />
      </div>
    </Card>
  )
}
