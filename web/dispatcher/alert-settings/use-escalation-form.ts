import { useQueryClient } from '@tanstack/react-query'
import { changeAlertSettings } from '#domain/api/alerts.ts'
import { AlertSettingsPatch, type AlertSettings } from '#domain/schema/alert-settings.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { toast } from '#web/ui/toast.tsx'

export type Step = AlertSettings['escalation'][number]
type Values = Pick<AlertSettings, 'escalation'>

const toValues = ({ escalation }: AlertSettings): Values => ({ escalation })
const { one } = partsOf<Values>()

/** Who is told next, as a form that stays open. */
export function useEscalationForm(settings: AlertSettings, nameOf: (userId: string) => string) {
  const client = useQueryClient()
  return useRecordForm({
    initial: toValues(settings),
    toBody: (values) => values,
    schema: AlertSettingsPatch,
    shared: {
      record: settings,
      toValues,
      parts: [
        one<Step[]>('Who is told next', 'escalation', (steps) =>
          steps.map(({ user_id, after_minutes }) => `${nameOf(user_id)} after ${after_minutes} min`).join(', '),
        ),
      ],
      gone: { code: 'not_found', noun: 'settings' },
    },
    save: async (body, { version }) => {
      const saved = await call(changeAlertSettings, { body, version })
      client.setQueryData(keys.alerts.settings, saved)
      return saved
    },
    onSaved: () => toast({ title: 'Who is told next was saved' }),
  })
}
