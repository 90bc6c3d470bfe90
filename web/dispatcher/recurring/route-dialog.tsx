import { useQuery } from '@tanstack/react-query'
import { changeStandingRoute, createStandingRoute } from '#domain/api/recurring.ts'
import { NewStandingRoute, type StandingRoute } from '#domain/schema/recurring.ts'
import { call, CallError } from '#web/lib/call.ts'
import { FormConflict } from '#web/lib/form-conflict.tsx'
import { FormNews } from '#web/lib/form-news.tsx'
import { partsOf } from '#web/lib/part.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { activeDriversQuery } from '../queries.ts'

const toValues = (route: StandingRoute | undefined) => ({
  name: route?.name ?? '',
  driver_id: route?.driver_id ?? '',
})
type Values = ReturnType<typeof toValues>

type RouteDialogProps = {
  /** Absent for a new one. */
  route: StandingRoute | undefined
  onClose: () => void
  onSaved: () => void
}

/** Adds a standing route, renames it, or gives it to another driver. */
export function RouteDialog({ route, onClose, onSaved }: RouteDialogProps) {
  const drivers = useQuery(activeDriversQuery).data ?? []
  const { one, text } = partsOf<Values>()
  const nameOf = (id: string) => drivers.find((driver) => driver.id === id)?.name ?? 'Another driver'
  const form = useRecordForm({
    initial: toValues(route),
    toBody: (values) => values,
    schema: NewStandingRoute,
    shared: route && {
      record: route,
      toValues,
      parts: [text('Name', 'name'), one<string>('Driver', 'driver_id', nameOf)],
      gone: { code: 'standing_route_not_found', noun: 'standing route' },
    },
    save: async (body, { idempotencyKey, version }) => {
      try {
        if (route) await call(changeStandingRoute, { params: { id: route.id }, body, version })
        else await call(createStandingRoute, { body, idempotencyKey })
      } catch (error) {
        throw atItsField(error)
      }
      toast({ title: route ? `The route “${body.name}” was saved` : `The route “${body.name}” was added` })
    },
    onSaved: () => {
      onSaved()
      onClose()
    },
  })
  const { values, set, field } = form
  const isListed = !route || drivers.some(({ id }) => id === route.driver_id)
  const options = [
    ...(isListed ? [] : [{ id: route.driver_id, label: `${route.driver_name} (not active)` }]),
    ...drivers.map(({ id, name }) => ({ id, label: name })),
  ]
  return (
    <FormDialog
      title={route ? 'Edit standing route' : 'Add standing route'}
      description="Recurring orders that one driver serves in the same order."
      submit={route ? 'Save' : 'Add route'}
      form={form}
      onClose={onClose}
    >
      <FormNews news={form.news} />
      {form.failure !== undefined && <SaveError title="The route was not saved" error={form.failure} />}
      <TextField label="Name" isRequired autoFocus placeholder="North, mornings" {...field('name')} />
      <Select
        label="Driver"
        isRequired
        placeholder="Choose a driver"
        description={
          route && values.driver_id !== route.driver_id
            ? 'Coming deliveries that nobody touched are made anew for this driver, from tomorrow on.'
            : 'Every delivery of the route is for this driver.'
        }
        options={options}
        {...field('driver_id')}
        value={values.driver_id || null}
        onChange={(driver) => set('driver_id', String(driver))}
      />
      <FormConflict conflict={form.conflict} />
    </FormDialog>
  )
}

const fieldOfRefusal: Partial<Record<CallError['code'], string>> = {
  duplicate_standing_route: 'name',
  driver_not_found: 'driver_id',
}

function atItsField(error: unknown): unknown {
  const path = error instanceof CallError && fieldOfRefusal[error.code]
  if (!(error instanceof CallError) || !path) return error
  const errors = [{ path, message: error.message }]
  return new CallError({ code: error.code, status: error.status, title: error.message, errors })
}
