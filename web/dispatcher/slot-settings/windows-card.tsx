import { Plus, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { errorOf } from '../records/error-of.ts'
import { DayTimeField } from '../records/day-time-field.tsx'
import { WeekdaysField } from '../recurring/weekdays-field.tsx'
import type { WindowDraft } from './slot-values.ts'
import type { SlotCardProps } from './use-slot-settings-form.ts'

/** After the last one, as long as it. */
function nextWindow(windows: readonly WindowDraft[]): WindowDraft {
  const last = windows.at(-1)
  if (!last) return { weekdays: [1, 2, 3, 4, 5], start: '09:00', end: '11:00', capacity: NaN }
  const hours = (time: string) => Number(time.slice(0, 2))
  const length = Math.max(1, hours(last.end) - hours(last.start))
  const end = Math.min(47, hours(last.end) + length)
  return { ...last, start: last.end, end: `${String(end).padStart(2, '0')}${last.end.slice(2)}` }
}

/** The windows of the week. */
export function WindowsCard({ form: { values, set, problemOf }, isDisabled }: SlotCardProps) {
  const { windows } = values
  const change = (at: number, part: Partial<WindowDraft>) =>
    set(
      'windows',
      windows.map((each, index) => (index === at ? { ...each, ...part } : each)),
    )
  return (
    <Card
      title="Windows"
      description="The driver starts at the door within them. Leave the limit empty to sell what the routes have room for."
    >
      <div className="flex flex-col gap-5">
        {windows.length === 0 && <p className="text-ink-muted">No window yet, so nothing is offered.</p>}
        {windows.map((window, at) => (
          <fieldset key={at} className="rounded-lg border p-4">
            <legend className="sr-only">{`Window ${at + 1}`}</legend>
            <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-[1fr_1fr_1fr_auto]">
              <DayTimeField
                label="From"
                isDisabled={isDisabled}
                value={window.start}
                errorMessage={problemOf(`windows.${at}.start`)}
                onChange={(start) => change(at, { start })}
              />
              <DayTimeField
                label="To"
                isDisabled={isDisabled}
                value={window.end}
                errorMessage={problemOf(`windows.${at}.end`)}
                onChange={(end) => change(at, { end })}
              />
              <NumberField
                label="Limit per day"
                minValue={1}
                isDisabled={isDisabled}
                value={window.capacity}
                {...errorOf(problemOf(`windows.${at}.capacity`))}
                onChange={(capacity) => change(at, { capacity })}
              />
              {!isDisabled && (
                <IconButton
                  label={`Remove window ${at + 1}`}
                  icon={<Trash2 className="size-4" />}
                  className="mt-6 justify-self-end"
                  onPress={() =>
                    set(
                      'windows',
                      windows.filter((_, index) => index !== at),
                    )
                  }
                />
              )}
            </div>
            <div className="mt-4">
              <WeekdaysField
                isDisabled={isDisabled}
                value={window.weekdays}
                errorMessage={problemOf(`windows.${at}.weekdays`)}
                onChange={(weekdays) => change(at, { weekdays })}
              />
            </div>
          </fieldset>
        ))}
        {!isDisabled && (
          <Button
            className="self-start"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onPress={() => set('windows', [...windows, nextWindow(windows)])}
          >
            Add a window
          </Button>
        )}
      </div>
    </Card>
  )
}
