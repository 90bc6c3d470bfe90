import { useQueryClient } from '@tanstack/react-query'
import { changeWorkspace } from '#domain/api/workspace.ts'
import type { Language } from '#domain/language.ts'
import { WorkspaceChange, type Workspace } from '#domain/schema/workspace.ts'
import { call } from '#web/lib/call.ts'
import { formatNumber, formatSample, formatTimeOfDay } from '#web/lib/format.ts'
import { fromTime, toTime } from '#web/lib/field-values.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Card } from '#web/ui/card.tsx'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currencies, languages, timeZones } from './choices.ts'
import { PartForm } from './part-form.tsx'

type WorkspaceForm = ReturnType<typeof useWorkspaceForm>
type CardProps = { form: WorkspaceForm; isDisabled: boolean }

/** What plans and new records start from. */
export function SettingsForm({ workspace, isEditable }: { workspace: Workspace; isEditable: boolean }) {
  const form = useWorkspaceForm(workspace)
  return (
    <PartForm form={form} isEditable={isEditable}>
      <WorkspaceCard form={form} isDisabled={!isEditable} />
      <WorkingDayCard form={form} isDisabled={!isEditable} />
      <PlanningCard form={form} isDisabled={!isEditable} />
    </PartForm>
  )
}

const toValues = (workspace: Workspace) => {
  const { name, time_zone, language, start_time, end_time, currency } = workspace
  const { speed_kmh, fuel_l_per_km, service_minutes, get_ready_minutes } = workspace
  const planning = { speed_kmh, fuel_l_per_km, service_minutes, get_ready_minutes }
  return { name, time_zone, language, start_time, end_time, currency, ...planning }
}

const { one, text, number } = partsOf<ReturnType<typeof toValues>>()
const labelIn = (options: readonly { id: string; label: string }[]) => (wanted: string) =>
  options.find(({ id }) => id === wanted)?.label ?? wanted
const parts = [
  text('Name', 'name'),
  one('Time Zone', 'time_zone', labelIn(timeZones)),
  one<Language>('Date and number format', 'language', labelIn(languages)),
  text('Currency', 'currency'),
  one('Start Time', 'start_time', formatTimeOfDay),
  one('End Time', 'end_time', formatTimeOfDay),
  number('Average speed', 'speed_kmh', (speed) => `${formatNumber(speed)} km/h`),
  number('Fuel use', 'fuel_l_per_km', (liters) => `${liters} L/km`),
  number('Time at the door', 'service_minutes', (minutes) => `${formatNumber(minutes)} min`),
  number('Time to get ready', 'get_ready_minutes', (minutes) => `${formatNumber(minutes)} min`),
]

function useWorkspaceForm(workspace: Workspace) {
  const queryClient = useQueryClient()
  return useRecordForm({
    initial: toValues(workspace),
    toBody: (values) => values,
    schema: WorkspaceChange,
    shared: { record: workspace, toValues, parts, gone: { code: 'no_workspace', noun: 'workspace' } },
    save: (body, { version }) => call(changeWorkspace, { body, version }),
    onSaved: () => {
      void queryClient.invalidateQueries()
      toast({ title: 'Settings saved' })
    },
  })
}

function WorkspaceCard({ form: { values, field, set }, isDisabled }: CardProps) {
  return (
    <Card title="Workspace">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField label="Name" isRequired isDisabled={isDisabled} {...field('name')} className="sm:col-span-2" />
        <ComboBox
          label="Time Zone"
          options={timeZones}
          isDisabled={isDisabled}
          description="All times are in this time zone."
          {...field('time_zone')}
          onChange={(value) => value && set('time_zone', String(value))}
        />
        <ComboBox
          label="Date and number format"
          options={languages}
          isDisabled={isDisabled}
          description={formatSample(values.language)}
          {...field('language')}
          onChange={(value) => value && set('language', value as Language)}
        />
        <ComboBox
          label="Currency"
          options={currencies}
          isDisabled={isDisabled}
          {...field('currency')}
          onChange={(value) => value && set('currency', String(value))}
        />
      </div>
    </Card>
  )
}

function WorkingDayCard({ form: { values, field, set }, isDisabled }: CardProps) {
  return (
    <Card title="Working day" description="The default shift of a new driver.">
      <div className="grid grid-cols-2 gap-4">
        <TimeField
          label="Start Time"
          isDisabled={isDisabled}
          {...field('start_time')}
          value={toTime(values.start_time)}
          onChange={(value) => set('start_time', fromTime(value) ?? values.start_time)}
        />
        <TimeField
          label="End Time"
          isDisabled={isDisabled}
          {...field('end_time')}
          value={toTime(values.end_time)}
          onChange={(value) => set('end_time', fromTime(value) ?? values.end_time)}
        />
      </div>
    </Card>
  )
}

function PlanningCard({ form: { field }, isDisabled }: CardProps) {
  const number = { isRequired: true, isDisabled, minValue: 0 }
  return (
    <Card title="Planning" description="Travel times assume straight-line distances at this speed.">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField
          label="Average speed"
          unit="km/h"
          {...number}
          minValue={1}
          maxValue={200}
          {...field('speed_kmh')}
        />
        <NumberField
          label="Fuel use"
          unit="L/km"
          {...number}
          maxValue={5}
          step={0.01}
          formatOptions={{ maximumFractionDigits: 3 }}
          {...field('fuel_l_per_km')}
        />
        <NumberField label="Time at the door" unit="min" {...number} maxValue={480} {...field('service_minutes')} />
        <NumberField
          label="Time to get ready"
          description="Routes of today start no earlier than this many minutes from now."
          unit="min"
          {...number}
          maxValue={480}
          {...field('get_ready_minutes')}
        />
      </div>
    </Card>
  )
}
