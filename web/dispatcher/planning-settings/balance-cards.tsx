import { Plus, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { MoneyField } from '../records/money-field.tsx'
import type { SettingsCardProps } from './cost-cards.tsx'
import type { SettingsValues } from './settings-values.ts'

const measures = [
  { id: 'none', label: 'Not at all', description: 'Plans may leave vehicles at the depot' },
  { id: 'time', label: 'Hours of work' },
  { id: 'tasks', label: 'Number of deliveries' },
  { id: 'load', label: 'Load' },
] as const

export function BalanceCard({ form: { values, set, field, problemOf }, isDisabled }: SettingsCardProps) {
  const { balance } = values
  return (
    <Card title="Fairness and habits" description="Alike routes, compact routes and familiar areas cost some driving.">
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
          description="Routes then keep to themselves and hardly cross. Each hour from the middle of a route to a stop counts as this share of an hour of driving. Try 10."
          minValue={0}
          maxValue={200}
          isDisabled={isDisabled}
          {...field('compactness_percent')}
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

export function TogetherCard({ form: { values, set, field, problemOf }, isDisabled }: SettingsCardProps) {
  const pairs = values.keep_apart
  const change = (at: number, part: Partial<(typeof pairs)[number]>) =>
    set(
      'keep_apart',
      pairs.map((each, index) => (index === at ? { ...each, ...part } : each)),
    )
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
        <div className="flex flex-col gap-2">
          <p className="text-[0.8125rem] font-medium">Never on the same vehicle</p>
          {pairs.map((pair, at) => (
            <fieldset key={at} className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-start gap-2">
              <legend className="sr-only">Pair {at + 1}</legend>
              <TextField
                label="Tag"
                isLabelHidden
                placeholder="food"
                isDisabled={isDisabled}
                value={pair.one}
                onChange={(one) => change(at, { one })}
                {...errorOf(problemOf(`keep_apart.${at}`))}
              />
              <span className="pt-2 text-ink-muted">and</span>
              <TextField
                label="Other tag"
                isLabelHidden
                placeholder="paint"
                isDisabled={isDisabled}
                value={pair.other}
                onChange={(other) => change(at, { other })}
              />
              <IconButton
                label={`Remove pair ${at + 1}`}
                icon={<Trash2 className="size-4" />}
                isDisabled={isDisabled}
                onPress={() =>
                  set(
                    'keep_apart',
                    pairs.filter((_, index) => index !== at),
                  )
                }
              />
            </fieldset>
          ))}
          {!isDisabled && (
            <div>
              <Button
                size="small"
                icon={<Plus aria-hidden="true" className="size-3.5" />}
                onPress={() => set('keep_apart', [...pairs, { one: '', other: '' }])}
              >
                Add two tags
              </Button>
            </div>
          )}
        </div>
      </div>
    </Card>
  )
}

const errorOf = (errorMessage: string | undefined) => (errorMessage ? { errorMessage } : {})
