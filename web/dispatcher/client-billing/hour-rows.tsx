import { Plus, Trash2 } from 'lucide-react'
import { fromTime, toTime } from '#web/lib/field-values.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { MoneyField } from '../records/money-field.tsx'
import type { RowsProps } from './price-rows.tsx'
import { newHours, type HoursDraft } from './rate-values.ts'

const most = 10

/** What costs more whose ordered window begins in these hours. */
export function HourRows({ form, currency, isDisabled }: RowsProps) {
  const { values, set } = form
  const { hours } = values
  const problem = (path: string) => form.problemOf(path as 'prices')
  const change = (at: number, part: Partial<HoursDraft>) =>
    set(
      'hours',
      hours.map((each, index) => (index === at ? { ...each, ...part } : each)),
    )
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 font-medium">Hours that cost more</legend>
      {hours.map((each, at) => (
        <div key={each.key} className="flex flex-wrap items-start gap-3">
          {(['from', 'until'] as const).map((name) => (
            <TimeField
              key={name}
              label={name === 'from' ? 'Window begins from' : 'To before'}
              isDisabled={isDisabled}
              value={toTime(each[name])}
              errorMessage={problem(`hours.${at}.${name}`)}
              onChange={(time) => change(at, { [name]: fromTime(time) ?? each[name] })}
            />
          ))}
          <div className="flex min-w-56 flex-1 items-start gap-1">
            <div className="min-w-0 flex-1">
              <MoneyField
                label="More"
                currency={currency}
                isDisabled={isDisabled}
                value={each.amount}
                errorMessage={problem(`hours.${at}.amount`)}
                onChange={(amount) => change(at, { amount })}
              />
            </div>
            {!isDisabled && (
              <IconButton
                label={`Remove hours ${at + 1}`}
                className="mt-6"
                icon={<Trash2 className="size-4" />}
                onPress={() =>
                  set(
                    'hours',
                    hours.filter((_, index) => index !== at),
                  )
                }
              />
            )}
          </div>
        </div>
      ))}
      {!isDisabled && hours.length < most && (
        <Button
          className="justify-self-start"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onPress={() => set('hours', [...hours, newHours()])}
        >
          Add hours
        </Button>
      )}
    </fieldset>
  )
}
