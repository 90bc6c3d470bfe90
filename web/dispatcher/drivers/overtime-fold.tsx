import { useQuery } from '@tanstack/react-query'
import { Fold } from '#web/ui/fold.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { planningSettingsQuery } from '../queries.ts'
import { overtimeWords, toOvertimeDrafts } from '../records/overtime-draft.ts'
import { OvertimeSteps } from '../records/overtime-steps.tsx'
import type { DriverFormState } from './use-driver-form.ts'

/** What a driver may work after the shift. */
export function OvertimeFold({ form: { values, set, problemOf } }: { form: DriverFormState }) {
  const usual = useQuery(planningSettingsQuery).data
  const usualWords = usual && overtimeWords(toOvertimeDrafts(usual.overtime))
  const { own, steps } = values.overtime
  return (
    <Fold
      title="Overtime"
      summary={own ? overtimeWords(steps) : 'As in the planning settings'}
      isInvalid={Boolean(problemOf('overtime'))}
    >
      <RadioGroup
        label="After the shift"
        options={[
          { id: 'usual', label: 'As in the planning settings', description: usualWords },
          { id: 'own', label: 'Other hours or prices', description: 'With no steps, there is no overtime.' },
        ]}
        value={own ? 'own' : 'usual'}
        onChange={(value) => set('overtime', { own: value === 'own', steps })}
      />
      {own && (
        <OvertimeSteps
          value={steps}
          onChange={(next) => set('overtime', { own, steps: next })}
          problemOf={(path) => problemOf(`overtime.${path}`)}
        />
      )}
    </Fold>
  )
}
