import { Plus, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { errorOf } from './error-of.ts'
import { mostOvertimeSteps, nextOvertime, usualOvertime, type OvertimeDraft } from './overtime-draft.ts'

type OvertimeStepsProps = {
  value: readonly OvertimeDraft[]
  onChange: (steps: OvertimeDraft[]) => void
  /** The sentence for a field of a step, by its path. */
  problemOf: (path: string) => string | undefined
  isDisabled?: boolean
}

/** How long drivers may work after the shift, and what an hour costs then. */
export function OvertimeSteps({ value, onChange, problemOf, isDisabled = false }: OvertimeStepsProps) {
  const change = (at: number, part: Partial<OvertimeDraft>) =>
    onChange(value.map((each, index) => (index === at ? { ...each, ...part } : each)))
  return (
    <div className="flex flex-col gap-3">
      {value.map((step, at) => (
        <fieldset
          key={at}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        >
          <legend className="sr-only">Step {at + 1}</legend>
          <NumberField
            label={at === 0 ? 'First' : 'Then'}
            unit="h"
            minValue={0}
            step={0.25}
            formatOptions={{ maximumFractionDigits: 2 }}
            isDisabled={isDisabled}
            value={step.hours}
            onChange={(hours) => change(at, { hours })}
            {...errorOf(problemOf(`${at}.minutes`))}
          />
          <NumberField
            label="Costs"
            className="col-start-1 sm:col-start-2"
            unit="%"
            minValue={0}
            step={10}
            isDisabled={isDisabled}
            value={step.percent}
            onChange={(percent) => change(at, { percent })}
            {...errorOf(problemOf(`${at}.percent`))}
          />
          <IconButton
            label={`Remove step ${at + 1} of overtime`}
            icon={<Trash2 className="size-4" />}
            isDisabled={isDisabled}
            className="col-start-2 row-start-1 mt-6 sm:col-start-3"
            onPress={() => onChange(value.filter((_, index) => index !== at))}
          />
        </fieldset>
      ))}
      {!isDisabled && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon={<Plus aria-hidden="true" className="size-3.5" />}
            isDisabled={value.length >= mostOvertimeSteps}
            onPress={() => onChange([...value, nextOvertime(value)])}
          >
            Add a step
          </Button>
          {value.length === 0 && (
            <Button size="small" onPress={() => onChange(usualOvertime)}>
              Start with 150%, then 200%
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
