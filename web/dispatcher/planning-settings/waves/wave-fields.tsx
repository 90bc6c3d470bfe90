import { useQuery } from '@tanstack/react-query'
import { fromTime, toTime } from '#web/lib/field-values.ts'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { useLongestSeconds } from '../../planning/use-longest-seconds.ts'
import { activeDriversQuery } from '../../queries.ts'
import { WeekdaysField } from '../../recurring/weekdays-field.tsx'
import { DepotSelect } from '../../scopes/depot-select.tsx'
import type { WaveValues } from './wave-values.ts'

type WaveForm = {
  values: WaveValues
  set: <Name extends keyof WaveValues>(name: Name, value: WaveValues[Name]) => void
  problemOf: (name: keyof WaveValues & string) => string | undefined
}

/** What a wave says: when it plans, which orders, and with whom. */
export function WaveFields({ form }: { form: WaveForm }) {
  const { values, set, problemOf } = form
  const longest = useLongestSeconds()
  return (
    <>
      <TextField
        label="Name"
        isRequired
        autoFocus
        placeholder="Morning"
        value={values.name}
        onChange={(name) => set('name', name)}
        errorMessage={problemOf('name')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TimeField
          label="Plan at"
          isRequired
          value={toTime(values.plan_at)}
          onChange={(time) => set('plan_at', fromTime(time) ?? '')}
          errorMessage={problemOf('plan_at')}
        />
        <TimeField
          label="Orders freeze at"
          description="Orders that come later join the next wave. Leave empty to plan all."
          value={toTime(values.freeze_at || null)}
          onChange={(time) => set('freeze_at', fromTime(time) ?? '')}
          errorMessage={problemOf('freeze_at')}
        />
      </div>
      <RadioGroup
        label="On"
        options={[
          { id: 'working', label: 'Working days', description: 'when a driver works' },
          { id: 'chosen', label: 'Chosen days of the week' },
        ]}
        value={values.days}
        onChange={(days) => set('days', days as WaveValues['days'])}
      />
      {values.days === 'chosen' && (
        <WeekdaysField
          value={values.weekdays}
          onChange={(weekdays) => set('weekdays', weekdays)}
          errorMessage={problemOf('weekdays')}
        />
      )}
      <RadioGroup
        label="Plans"
        options={[
          { id: 'same_day', label: 'The same day' },
          { id: 'next_working_day', label: 'The next working day' },
        ]}
        value={values.plans_for}
        onChange={(day) => set('plans_for', day as WaveValues['plans_for'])}
      />
      <DepotSelect
        label="Depot"
        none="All depots"
        value={values.depot_id}
        onChange={(depot) => set('depot_id', depot)}
        errorMessage={problemOf('depot_id')}
      />
      <Drivers form={form} />
      <NumberField
        label="Time limit"
        unit="s"
        description={`How long it may calculate: at most ${longest} s on this workspace’s plan.`}
        minValue={1}
        maxValue={longest}
        value={values.time_limit_seconds}
        onChange={(seconds) => set('time_limit_seconds', seconds)}
        errorMessage={problemOf('time_limit_seconds')}
      />
      <Switch
        isSelected={values.moves_late_orders}
        onChange={(moves) => set('moves_late_orders', moves)}
        description="Those that came after the freeze of their day and were not planned since, unless their last day is over."
      >
        Take late orders of earlier days along
      </Switch>
    </>
  )
}

function Drivers({ form: { values, set, problemOf } }: { form: WaveForm }) {
  const drivers = useQuery(activeDriversQuery).data ?? []
  return (
    <>
      <RadioGroup
        label="Drivers"
        options={[
          { id: 'all', label: 'All who work on the day' },
          { id: 'chosen', label: 'Chosen drivers' },
        ]}
        value={values.drivers}
        onChange={(which) => set('drivers', which as WaveValues['drivers'])}
      />
      {values.drivers === 'chosen' && (
        <CheckboxGroup
          label="Chosen drivers"
          isLabelHidden
          className="max-h-56 overflow-y-auto rounded-xl border p-3"
          options={drivers.map(({ id, name }) => ({ id, label: name }))}
          value={values.driver_ids}
          onChange={(ids) => set('driver_ids', ids)}
          errorMessage={problemOf('driver_ids')}
        />
      )}
    </>
  )
}
