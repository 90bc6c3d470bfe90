import { fromTime, toTime } from '#web/lib/field-values.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { errorOf } from '../records/error-of.ts'
import type { TerritoryForm } from './use-territory-form.ts'

/** How fast vehicles are in a territory, and when. */
export function SpeedFields({ form, isDisabled }: { form: TerritoryForm; isDisabled: boolean }) {
  const { values, set, problemOf } = form
  const { speed } = values
  const change = (next: Partial<typeof speed>) => set('speed', { ...speed, ...next })
  return (
    <div className="flex flex-col gap-3">
      <NumberField
        label="Driving speed"
        unit="%"
        placeholder="100"
        description="Of the usual speed. Only the part of a drive inside the territory counts. Bicycles keep their speed."
        minValue={0}
        maxValue={300}
        isDisabled={isDisabled}
        value={speed.percent}
        onChange={(percent) => change({ percent })}
        {...errorOf(problemOf('speed.percent'))}
      />
      {!Number.isNaN(speed.percent) && (
        <div className="grid grid-cols-2 gap-3">
          <TimeField
            label="Only from"
            description="All day if empty"
            isDisabled={isDisabled}
            value={toTime(speed.from || null)}
            onChange={(from) => change({ from: fromTime(from) ?? '' })}
            {...errorOf(problemOf('speed.from'))}
          />
          <TimeField
            label="To"
            isDisabled={isDisabled}
            value={toTime(speed.to || null)}
            onChange={(to) => change({ to: fromTime(to) ?? '' })}
            {...errorOf(problemOf('speed.to'))}
          />
        </div>
      )}
    </div>
  )
}
