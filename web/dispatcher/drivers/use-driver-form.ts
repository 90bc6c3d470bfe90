import { changeDriver, createDriver } from '#domain/api/drivers.ts'
import { NewDriver, type Driver } from '#domain/schema/driver.ts'
import { call } from '#web/lib/call.ts'
import { textOrNull, toSkills } from '#web/lib/field-values.ts'
import { useMe } from '#web/lib/me.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'

/** The choice of no vehicle, or of no depot in particular. */
export const none = 'none'

/** The form for a driver; a new one starts with the workspace's hours. */
export function useDriverForm(row: Driver | undefined, onSaved: () => void) {
  const { workspace } = useMe()
  return useRecordForm({
    initial: {
      name: row?.name ?? '',
      phone: row?.phone ?? '',
      email: row?.email ?? '',
      shift_start: row?.shift_start ?? workspace.start_time,
      shift_end: row?.shift_end ?? workspace.end_time,
      skills: row?.skills.join(', ') ?? '',
      vehicle_id: row?.vehicle_id ?? none,
      depot_id: row?.depot_id ?? none,
      active: row?.active ?? true,
    },
    toBody: (values) => ({
      ...values,
      phone: textOrNull(values.phone),
      email: textOrNull(values.email),
      skills: toSkills(values.skills),
      vehicle_id: values.vehicle_id === none ? null : values.vehicle_id,
      depot_id: values.depot_id === none ? null : values.depot_id,
    }),
    schema: NewDriver,
    save: (body, idempotencyKey) =>
      row ? call(changeDriver, { params: { id: row.id }, body }) : call(createDriver, { body, idempotencyKey }),
    onSaved,
  })
}
