import { changeDriver, createDriver } from '#domain/api/drivers.ts'
import { NewDriver, type Driver } from '#domain/schema/driver.ts'
import type { Week } from '#domain/schema/shift.ts'
import { call } from '#web/lib/call.ts'
import { formatDuration, formatTimeOfDay } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { overtimeWords } from '../records/overtime-draft.ts'
import { breakWords, type BreakDraft } from './break-draft.ts'
import {
  fromDriverValues,
  placeDraftWords,
  toDriverValues,
  weekWords,
  type DriverValues,
  type PlaceDraft,
} from './driver-values.ts'

type Choice = { id: string; label: string }
type Choices = { vehicles: Choice[]; depots: Choice[] }

const { one, text, number, ...other } = partsOf<DriverValues>()
const hours = (value: number) => formatDuration(value * 3600)

/** What parts of the form work with. */
export type DriverFormState = ReturnType<typeof useDriverForm>

/** The form for a driver; a new one starts with the workspace's hours. */
export function useDriverForm(row: Driver | undefined, { vehicles, depots }: Choices, onSaved: () => void) {
  const { workspace } = useMe()
  const toValues = (driver: Driver | undefined) => toDriverValues(driver, workspace)
  const chosen = (choices: Choice[]) => (id: string) => choices.find((choice) => choice.id === id)?.label ?? ''
  return useRecordForm({
    initial: toValues(row),
    toBody: fromDriverValues,
    schema: NewDriver,
    shared: row && {
      record: row,
      toValues,
      parts: [
        text('Name', 'name'),
        text('Phone', 'phone'),
        text('Email', 'email'),
        one('Shift starts', 'shift_start', formatTimeOfDay),
        one('Shift ends', 'shift_end', formatTimeOfDay),
        one<Week | null>('Hours by weekday', 'week', (week) => (week ? weekWords(week) : 'The same every day')),
        one<BreakDraft[]>('Breaks', 'breaks', (breaks) => breaks.map(breakWords).join(', ')),
        number('Most stops', 'max_stops'),
        number('Most territories', 'max_territories'),
        number('Longest route', 'max_shift_minutes', hours),
        number('Most driving', 'max_driving_minutes', hours),
        one<DriverValues['overtime']>('Overtime', 'overtime', ({ own, steps }) =>
          own ? overtimeWords(steps) : 'As in the planning settings',
        ),
        one<PlaceDraft>('Starts at', 'start_place', placeDraftWords),
        one<PlaceDraft>('Ends at', 'end_place', placeDraftWords),
        number('Speed', 'speed_factor'),
        one('Vehicle', 'vehicle_id', chosen(vehicles)),
        one('Depot', 'depot_id', chosen(depots)),
        text('Skills', 'skills'),
        other.switch('Active', 'active'),
      ],
      gone: { code: 'driver_not_found', noun: 'driver' },
    },
    save: (body, { idempotencyKey, version }) =>
      row
        ? call(changeDriver, { params: { id: row.id }, body, version })
        : call(createDriver, { body, idempotencyKey }),
    onSaved,
  })
}
