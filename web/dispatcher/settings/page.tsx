import { useQueryClient } from '@tanstack/react-query'
import { Form } from 'react-aria-components'
import { changeWorkspace } from '#domain/api/workspace.ts'
import { WorkspaceChange, type Workspace } from '#domain/schema/workspace.ts'
import { call } from '#web/lib/call.ts'
import { fromTime, toTime } from '#web/lib/field-values.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ApiKeys } from './api-keys.tsx'
import { SecondFactor } from './second-factor.tsx'

export function meta() {
  return [{ title: 'Settings · Karta' }]
}

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((id) => ({ id, label: id.replaceAll('_', ' ') }))
const currencies = Intl.supportedValuesOf('currency').map((id) => ({ id, label: id }))

export default function SettingsPage() {
  const { workspace } = useMe()
  const mayChange = useMay('manage_workspace')
  return (
    <div className="max-w-3xl">
      <PageHeader title="Settings" description="What plans and new records of this workspace start from." />
      {!mayChange && (
        <div className="mb-4">
          <Banner>Only an owner or admin can change these settings.</Banner>
        </div>
      )}
      <SettingsForm key={JSON.stringify(workspace)} workspace={workspace} isEditable={mayChange} />
      {mayChange && (
        <div className="mt-8 flex flex-col gap-8">
          <SecondFactor />
          <ApiKeys />
        </div>
      )}
    </div>
  )
}

function SettingsForm({ workspace, isEditable }: { workspace: Workspace; isEditable: boolean }) {
  const queryClient = useQueryClient()
  const { name, time_zone, start_time, end_time, speed_kmh, fuel_l_per_km, service_minutes, currency } = workspace
  const form = useRecordForm({
    initial: { name, time_zone, start_time, end_time, speed_kmh, fuel_l_per_km, service_minutes, currency },
    toBody: (values) => values,
    schema: WorkspaceChange,
    save: (body) => call(changeWorkspace, { body }),
    onSaved: () => {
      void queryClient.invalidateQueries()
      toast({ title: 'Settings saved' })
    },
  })
  const { values, set, problemOf } = form
  const number = (name: 'speed_kmh' | 'fuel_l_per_km' | 'service_minutes') => ({
    value: values[name],
    onChange: (value: number) => set(name, value),
    errorMessage: problemOf(name),
    isDisabled: !isEditable,
    isRequired: true,
  })

  return (
    <Form
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
      className="flex flex-col gap-5"
    >
      {form.failure !== undefined && <LoadError title="The settings were not saved" error={form.failure} />}
      <Card title="Workspace">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label="Name"
            isRequired
            isDisabled={!isEditable}
            value={values.name}
            onChange={(value) => set('name', value)}
            errorMessage={problemOf('name')}
            className="sm:col-span-2"
          />
          <ComboBox
            label="Time Zone"
            options={timeZones}
            isDisabled={!isEditable}
            description="All times of day are in this zone."
            value={values.time_zone}
            onChange={(value) => value && set('time_zone', String(value))}
            errorMessage={problemOf('time_zone')}
          />
          <ComboBox
            label="Currency"
            options={currencies}
            isDisabled={!isEditable}
            value={values.currency}
            onChange={(value) => value && set('currency', String(value))}
            errorMessage={problemOf('currency')}
          />
        </div>
      </Card>
      <Card title="Working day" description="The shift that a new driver starts with.">
        <div className="grid grid-cols-2 gap-4">
          <TimeField
            label="Start Time"
            isDisabled={!isEditable}
            value={toTime(values.start_time)}
            onChange={(value) => set('start_time', fromTime(value) ?? values.start_time)}
            errorMessage={problemOf('start_time')}
          />
          <TimeField
            label="End Time"
            isDisabled={!isEditable}
            value={toTime(values.end_time)}
            onChange={(value) => set('end_time', fromTime(value) ?? values.end_time)}
            errorMessage={problemOf('end_time')}
          />
        </div>
      </Card>
      <Card title="Planning" description="Travel times are great-circle distances at this speed.">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          <NumberField label="Average speed" unit="km/h" minValue={1} maxValue={200} {...number('speed_kmh')} />
          <NumberField
            label="Fuel use"
            unit="l/km"
            minValue={0}
            maxValue={5}
            step={0.01}
            formatOptions={{ maximumFractionDigits: 3 }}
            {...number('fuel_l_per_km')}
          />
          <NumberField label="Time at the door" unit="min" minValue={0} maxValue={480} {...number('service_minutes')} />
        </div>
      </Card>
      {isEditable && (
        <div>
          <Button type="submit" variant="primary" isPending={form.isSaving} isDisabled={!form.isChanged}>
            Save settings
          </Button>
        </div>
      )}
    </Form>
  )
}
