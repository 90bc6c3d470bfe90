import { useQuery } from '@tanstack/react-query'
import { reloadConflicts, sayReloadConflicts } from '#domain/reload-conflicts.ts'
import { numberOrNull } from '#web/lib/field-values.ts'
import { countOf, formatKilometers, formatMoney, formatNumber } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { activeDriversQuery, planningSettingsQuery } from '../queries.ts'
import { CostFields, vehicleCostFields } from '../records/cost-fields.tsx'
import type { useVehicleForm } from './use-vehicle-form.ts'

type FoldProps = { form: ReturnType<typeof useVehicleForm> }
type ReloadProps = FoldProps & { driverId: string | null | undefined }

/** What a vehicle costs. Empty fields follow the planning settings. */
export function CostsFold({ form: { values, set, problemOf } }: FoldProps) {
  const { currency } = useMe().workspace
  const usual = useQuery(planningSettingsQuery).data
  const said = vehicleCostFields
    .filter(({ name }) => !Number.isNaN(values[name]))
    .map(({ name, per }) => `${formatMoney(values[name], currency)} ${per}`)
  return (
    <Fold
      title="Costs"
      summary={said.join(', ') || 'As in the planning settings'}
      isInvalid={vehicleCostFields.some(({ name }) => problemOf(name))}
    >
      <CostFields
        values={values}
        onChange={set}
        problemOf={problemOf}
        placeholderOf={(name) => {
          const cost = usual?.[name]
          return cost === null || cost === undefined ? 'No cost' : formatMoney(cost, currency)
        }}
      />
    </Fold>
  )
}

const limitNames = ['max_distance_km', 'temperature_min_c', 'temperature_max_c'] as const

export function LimitsFold({ form: { values, field, problemOf } }: FoldProps) {
  const { max_distance_km, temperature_min_c: min, temperature_max_c: max } = values
  const range = [min, max].map((each) => (Number.isNaN(each) ? '…' : formatNumber(each)))
  const said = [
    max_distance_km && `${formatKilometers(max_distance_km)} at most`,
    range.some((each) => each !== '…') && `${range.join(' to ')} °C`,
  ].filter(Boolean)
  const degrees = { unit: '°C', minValue: -100, maxValue: 100, placeholder: 'Any' }
  return (
    <Fold
      title="Distance and temperature"
      summary={said.join(', ') || 'No limit'}
      isInvalid={limitNames.some((name) => problemOf(name))}
    >
      <NumberField label="Longest route" unit="km" minValue={0} placeholder="No limit" {...field('max_distance_km')} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField label="Coldest" {...degrees} {...field('temperature_min_c')} />
        <NumberField label="Warmest" {...degrees} {...field('temperature_max_c')} />
      </div>
      <p className="text-[0.8125rem] text-ink-muted">
        The temperatures that the vehicle can keep. A delivery that needs one goes only to a vehicle that can keep it.
      </p>
    </Fold>
  )
}

export function ReloadFold({ form: { values, set, field, problemOf }, driverId }: ReloadProps) {
  const settings = useQuery(planningSettingsQuery).data
  const driver = useQuery(activeDriversQuery).data?.find(({ id }) => id === driverId)
  const vehicle = {
    cost_per_waiting_hour: numberOrNull(values.cost_per_waiting_hour),
    last_in_first_out: values.last_in_first_out,
  }
  const conflict = sayReloadConflicts(reloadConflicts({ settings, vehicle, driver }))
  const trips = values.max_trips ? `, at most ${countOf(values.max_trips, 'trip')}` : ''
  return (
    <Fold
      title="Reload at the depot"
      summary={values.reloads ? `Yes${trips}` : 'No'}
      isInvalid={Boolean(problemOf('reload_minutes') ?? problemOf('max_trips'))}
    >
      <Switch
        isSelected={values.reloads}
        onChange={(value) => set('reloads', value)}
        description="If a day is more than one load, the driver returns to the depot for more in between."
      >
        Returns for more
      </Switch>
      {values.reloads && (
        <>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <NumberField label="Time to unload and load" unit="min" minValue={0} {...field('reload_minutes')} />
            <NumberField label="Most trips in a day" minValue={0} placeholder="No limit" {...field('max_trips')} />
          </div>
          {conflict ? (
            <Banner tone="warning">{conflict}</Banner>
          ) : (
            <p className="text-[0.8125rem] text-ink-muted">
              Plans cannot combine this with breaks, overtime or a longest route of its driver, with costs of waiting,
              with traffic over the day, with preferred times, or with handing over first what was loaded last.
            </p>
          )}
        </>
      )}
    </Fold>
  )
}

export function StackFold({ form: { values, set } }: FoldProps) {
  return (
    <Fold title="Order of unloading" summary={values.last_in_first_out ? 'Last in, first out' : 'Any order'}>
      <Switch
        isSelected={values.last_in_first_out}
        onChange={(value) => set('last_in_first_out', value)}
        description="For a vehicle with one door, such as a trailer: what was loaded last is handed over first. Plans assume that goods from the depot are loaded in route order, behind everything picked up on the way."
      >
        Last in, first out
      </Switch>
    </Fold>
  )
}
