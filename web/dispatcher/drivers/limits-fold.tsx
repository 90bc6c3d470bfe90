import { formatDuration, formatNumber, countOf } from '#web/lib/format.ts'
import { Fold } from '#web/ui/fold.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import type { DriverFormState } from './use-driver-form.ts'

const names = ['max_stops', 'max_territories', 'max_shift_minutes', 'max_driving_minutes', 'speed_factor'] as const

/** What limits the routes of a driver, besides the shift. */
export function LimitsFold({ form: { values, field, problemOf } }: { form: DriverFormState }) {
  const hours = { unit: 'h', minValue: 0, step: 0.25, formatOptions: { maximumFractionDigits: 2 } }
  const said = [
    values.max_stops && countOf(values.max_stops, 'stop'),
    values.max_territories && countOf(values.max_territories, 'territory', 'territories'),
    values.max_shift_minutes && formatDuration(values.max_shift_minutes * 3600),
    values.max_driving_minutes && `${formatDuration(values.max_driving_minutes * 3600)} of driving`,
    values.speed_factor !== 1 && `speed × ${formatNumber(values.speed_factor)}`,
  ].filter(Boolean)
  return (
    <Fold
      title="Limits and speed"
      summary={said.join(', ') || 'None'}
      isInvalid={names.some((name) => problemOf(name))}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField label="Most stops" minValue={0} placeholder="No limit" {...field('max_stops')} />
        <NumberField
          label="Most territories"
          minValue={0}
          placeholder="No limit"
          description="Stops outside all territories do not count."
          {...field('max_territories')}
        />
        <NumberField
          label="Longest route"
          placeholder="The whole shift"
          description="From leaving to returning. The driver leaves later or returns earlier."
          {...hours}
          {...field('max_shift_minutes')}
        />
        <NumberField label="Most driving" placeholder="No limit" {...hours} {...field('max_driving_minutes')} />
        <NumberField
          label="Speed"
          unit="×"
          minValue={0.1}
          maxValue={5}
          step={0.05}
          description="1 is as fast as others; 0.8 for somebody new."
          {...field('speed_factor')}
        />
      </div>
    </Fold>
  )
}
