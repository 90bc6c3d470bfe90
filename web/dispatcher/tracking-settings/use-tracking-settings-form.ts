import { useQueryClient } from '@tanstack/react-query'
import { changeTrackingSettings } from '#domain/api/tracking.ts'
import {
  TrackingSettingsPatch,
  usualTrackingSettings,
  type RecipientChoice,
  type TrackingSettings,
} from '#domain/schema/tracking-settings.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { toast } from '#web/ui/toast.tsx'
import { languageWords } from '../deliveries/form/order-words.ts'
import { choiceWords, vanWords } from './tracking-words.ts'

type Values = Omit<TrackingSettings, 'version'>

const { one, number, switch: onOff } = partsOf<Values>()

const toValues = ({ version: _, ...settings }: TrackingSettings): Values => settings

/** What recipients see and may change, as a form that stays open. */
export function useTrackingSettingsForm(settings: TrackingSettings) {
  const client = useQueryClient()
  const form = useRecordForm({
    initial: toValues(settings),
    toBody: (values: Values) => values,
    schema: TrackingSettingsPatch,
    shared: {
      record: settings,
      toValues,
      parts: [
        one<string>('Language', 'recipient_language', languageWords),
        number('Days', 'link_days'),
        one<Values['show_van']>('Van on the map', 'show_van', (value) => vanWords[value]),
        number('Stops before', 'van_stops'),
        onOff('Rating', 'ask_rating'),
        number('Attempts', 'most_attempts'),
        one<RecipientChoice[]>('Recipients may', 'recipients_may', (all) =>
          all.map((each) => choiceWords[each]).join(', '),
        ),
      ],
      gone: { code: 'not_found', noun: 'settings' },
    },
    save: async (body, { version }) => {
      const saved = await call(changeTrackingSettings, { body, version })
      client.setQueryData(keys.trackingSettings, saved)
      return saved
    },
    onSaved: () => toast({ title: 'Settings of the tracking page saved' }),
  })
  const isUsual = JSON.stringify(form.values) === JSON.stringify(usualTrackingSettings)
  const reset = () => {
    for (const name of Object.keys(usualTrackingSettings) as (keyof Values)[])
      form.set(name, usualTrackingSettings[name])
  }
  return { ...form, isUsual, reset }
}
export type TrackingSettingsFormState = ReturnType<typeof useTrackingSettingsForm>
