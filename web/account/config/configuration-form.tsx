import { useState, useSyncExternalStore, type FormEvent, type ReactNode } from 'react'
import { fromTime, toTime } from '#web/lib/field-values.ts'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField, PlainSelect } from '#web/ui/plain-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { ownTimeZone, problemsOf, timeZones, type Configuration, type Problems } from './configuration.ts'

type ConfigurationFormProps = {
  initial: Omit<Configuration, 'timeZone'> & { timeZone?: string }
  onSave: (configuration: Configuration) => void
  isSaving?: boolean
  isDisabled?: boolean
  /** Fields for members only, below the address. */
  children?: ReactNode
}

const never = () => () => {}
const zonesOfDevice = timeZones()
// The build may know other zones than the device, so the list is filled once the page has hydrated.
const zonesOfBuild = ['UTC']

/** The page's four fields. The time zone defaults to the device's. */
export function ConfigurationForm({ initial, onSave, isSaving, isDisabled, children }: ConfigurationFormProps) {
  const own = useSyncExternalStore(never, ownTimeZone, () => 'UTC')
  const zones = useSyncExternalStore(
    never,
    () => zonesOfDevice,
    () => zonesOfBuild,
  )
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<Problems>({})
  const configuration = { ...values, timeZone: values.timeZone ?? own }

  const set = (change: Partial<Configuration>) => {
    setValues({ ...values, ...change })
    setProblems({})
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    const found = problemsOf(configuration)
    setProblems(found)
    if (Object.keys(found).length === 0) onSave(configuration)
  }
  return (
    <form onSubmit={save} noValidate>
      <fieldset disabled={isDisabled} className="grid gap-5">
        <legend className="sr-only">Basic Configuration</legend>
        <PlainField
          label="Main Depot Address"
          name="depotAddress"
          autoComplete="street-address"
          required
          value={configuration.depotAddress}
          onChange={(event) => set({ depotAddress: event.target.value })}
          problem={problems.depotAddress}
        />
        {children}
        <div className="grid grid-cols-2 gap-4">
          <TimeField
            label="Start Time"
            name="startTime"
            isRequired
            isDisabled={isDisabled}
            value={toTime(configuration.startTime)}
            onChange={(value) => set({ startTime: fromTime(value) ?? '' })}
            errorMessage={problems.startTime}
          />
          <TimeField
            label="End Time"
            name="endTime"
            isRequired
            isDisabled={isDisabled}
            value={toTime(configuration.endTime)}
            onChange={(value) => set({ endTime: fromTime(value) ?? '' })}
            errorMessage={problems.endTime}
          />
        </div>
        <PlainSelect
          label="Time Zone"
          name="timeZone"
          value={configuration.timeZone}
          onChange={(event) => set({ timeZone: event.target.value })}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </PlainSelect>
        <PlainButton type="submit" variant="primary" size="large" isPending={isSaving} className="mt-1">
          Save Configuration
        </PlainButton>
      </fieldset>
    </form>
  )
}
