import { changeWave, createWave } from '#domain/api/waves.ts'
import { NewWave, type Wave } from '#domain/schema/wave.ts'
import { call, CallError } from '#web/lib/call.ts'
import { FormConflict } from '#web/lib/form-conflict.tsx'
import { FormNews } from '#web/lib/form-news.tsx'
import { partsOf } from '#web/lib/part.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { WaveFields } from './wave-fields.tsx'
import { toBody, toValues, type WaveValues } from './wave-values.ts'

type WaveDialogProps = {
  /** Absent for a new one. */
  wave: Wave | undefined
  onClose: () => void
  onSaved: () => void
}

const { one, text, number, switch: onOff } = partsOf<WaveValues>()
const parts = [
  text('Name', 'name'),
  text('Plan at', 'plan_at'),
  text('Orders freeze at', 'freeze_at'),
  one<string>('Days', 'days', (days) => (days === 'working' ? 'Working days' : 'Chosen days')),
  one<number[]>('Days of the week', 'weekdays', (days) => days.join(', ')),
  one<string>('Plans', 'plans_for', (day) => (day === 'same_day' ? 'The same day' : 'The next working day')),
  text('Depot', 'depot_id'),
  one<string>('Drivers', 'drivers', (drivers) => (drivers === 'all' ? 'All who work' : 'Chosen drivers')),
  one<string[]>('Chosen drivers', 'driver_ids', (ids) => String(ids.length)),
  number('Time limit', 'time_limit_seconds'),
  onOff('Late orders of earlier days', 'moves_late_orders'),
  onOff('On', 'active'),
]

/** Adds a wave, or changes it. */
export function WaveDialog({ wave, onClose, onSaved }: WaveDialogProps) {
  const form = useRecordForm({
    initial: toValues(wave),
    toBody,
    schema: NewWave,
    shared: wave && { record: wave, toValues, parts, gone: { code: 'wave_not_found', noun: 'wave' } },
    save: async (body, { idempotencyKey, version }) => {
      try {
        if (wave) await call(changeWave, { params: { id: wave.id }, body, version })
        else await call(createWave, { body, idempotencyKey })
      } catch (error) {
        throw atItsField(error)
      }
      toast({ title: `The wave “${body.name}” was ${wave ? 'saved' : 'added'}` })
    },
    onSaved: () => {
      onSaved()
      onClose()
    },
  })
  return (
    <FormDialog
      title={wave ? 'Edit wave' : 'Add wave'}
      description="At a set time, Karta makes a plan and leaves it as a draft for you to approve."
      submit={wave ? 'Save' : 'Add wave'}
      form={form}
      onClose={onClose}
    >
      <FormNews news={form.news} />
      {form.failure !== undefined && <SaveError title="The wave was not saved" error={form.failure} />}
      <WaveFields form={form} />
      <FormConflict conflict={form.conflict} />
    </FormDialog>
  )
}

const fieldOfRefusal: Partial<Record<CallError['code'], string>> = {
  duplicate_wave: 'name',
  driver_not_found: 'driver_ids',
  depot_not_found: 'depot_id',
  depot_inactive: 'depot_id',
  not_your_depot: 'depot_id',
}

function atItsField(error: unknown): unknown {
  const path = error instanceof CallError && fieldOfRefusal[error.code]
  if (!(error instanceof CallError) || !path) return error
  const errors = [{ path, message: error.message }]
  return new CallError({ code: error.code, status: error.status, title: error.message, errors })
}
