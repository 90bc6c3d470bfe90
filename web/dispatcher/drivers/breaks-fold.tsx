import { Fold } from '#web/ui/fold.tsx'
import { breakWords } from './break-draft.ts'
import { BreaksField } from './breaks-field.tsx'
import type { DriverFormState } from './use-driver-form.ts'

export function BreaksFold({ form: { values, set, problemOf } }: { form: DriverFormState }) {
  return (
    <Fold
      title="Breaks"
      summary={values.breaks.map(breakWords).join(', ') || 'None'}
      isInvalid={Boolean(problemOf('breaks'))}
    >
      <BreaksField
        value={values.breaks}
        onChange={(breaks) => set('breaks', breaks)}
        problemOf={(path) => problemOf(`breaks.${path}`)}
      />
    </Fold>
  )
}
