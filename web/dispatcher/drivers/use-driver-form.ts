import { changeDriver, createDriver } from '#domain/api/drivers.ts'
import { NewDriver, type Driver } from '#domain/schema/driver.ts'
import { call } from '#web/lib/call.ts'
import { textOrNull, toSkills } from '#web/lib/field-values.ts'
import { formatTimeOfDay } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'

/** The choice of no vehicle, or of no depot in particular. */
export const none = 'none'

type Choice = { id: string; label: string }
type Choices = { vehicles: Choice[]; depots: Choice[] }

/** The form for a driver; a new one starts with the workspace's hours. */
export function useDriverForm(row: Driver | undefined, { vehicles, depots }: Choices, onSaved: () => void) {
  const { workspace } = useMe()
  const toValues = (driver: Driver | undefined) => ({
    name: driver?.name ?? '',
    phone: driver?.phone ?? '',
    email: driver?.email ?? '',
    shift_start: driver?.shift_start ?? workspace.start_time,
    shift_end: driver?.shift_end ?? workspace.end_time,
    skills: driver?.skills.join(', ') ?? '',
    vehicle_id: driver?.vehicle_id ?? none,
    depot_id: driver?.depot_id ?? none,
    active: driver?.active ?? true,
  })
  const { one, text, ...other } = partsOf<ReturnType<typeof toValues>>()
  const chosen = (choices: Choice[]) => (id: string) => choices.find((choice) => choice.id === id)?.label ?? ''
  return useRecordForm({
    initial: toValues(row),
    toBody: (values) => ({
      ...values,
      phone: textOrNull(values.phone),
      email: textOrNull(values.email),
      skills: toSkills(values.skills),
      vehicle_id: values.vehicle_id === none ? null : values.vehicle_id,
      depot_id: values.depot_id === none ? null : values.depot_id,
    }),
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
        one('Vehicle', 'vehicle_id', chosen(vehicles)),
        one('Starts and ends at', 'depot_id', chosen(depots)),
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
