import { useQueryClient } from '@tanstack/react-query'
import { changeRoadSettings } from '#domain/api/road.ts'
import { RoadSettingsPatch, usualRoadSettings, type RoadSettings } from '#domain/schema/road-settings.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { toast } from '#web/ui/toast.tsx'
import { requirementWords } from '../deliveries/form/order-words.ts'

type Values = Omit<RoadSettings, 'version' | 'phone'> & { phone: string }

const { one, text, number, switch: onOff } = partsOf<Values>()

function toValues({ version: _, phone, ...settings }: RoadSettings): Values {
  return { ...settings, phone: phone ?? '' }
}

const toBody = ({ phone, ...values }: Values): RoadSettingsPatch => ({ ...values, phone: phone.trim() || null })

/** What drivers are asked for, as a form that stays open. */
export function useRoadSettingsForm(settings: RoadSettings) {
  const client = useQueryClient()
  const form = useRecordForm({
    initial: toValues(settings),
    toBody,
    schema: RoadSettingsPatch,
    shared: {
      record: settings,
      toValues,
      parts: [
        text('Phone number', 'phone'),
        one<RoadSettings['requirements']>('Proof of every delivery', 'requirements', (all) =>
          all.map((each) => requirementWords[each]).join(', '),
        ),
        onOff('Name of whoever takes it', 'ask_name'),
        onOff('Photo of a failed delivery', 'photo_of_failure'),
        onOff('Original photos', 'keep_originals'),
        onOff('Check of the vehicle', 'check_vehicle'),
        text('Scanning at loading', 'scan_at_loading'),
        onOff('Reordering', 'may_reorder'),
        onOff('Skipping', 'may_skip'),
        onOff('Adding stops', 'may_add_stops'),
        onOff('Handing over', 'may_hand_over'),
        number('Arrival', 'arrival_radius_m'),
        number('Far from the pin', 'far_from_pin_m'),
        number('Late', 'late_after_minutes'),
        number('Silent', 'silent_after_minutes'),
        number('Temperatures', 'temperature_breach_minutes'),
        number('Positions', 'keep_positions_days'),
      ],
      gone: { code: 'not_found', noun: 'settings' },
    },
    save: async (body, { version }) => {
      const saved = await call(changeRoadSettings, { body, version })
      client.setQueryData(keys.roadSettings, saved)
      return saved
    },
    onSaved: () => toast({ title: 'Settings for the road saved' }),
  })
  const isUsual = JSON.stringify(form.values) === JSON.stringify(usual)
  const reset = () => {
    for (const name of Object.keys(usual) as (keyof Values)[]) form.set(name, usual[name])
  }
  return { ...form, isUsual, reset }
}
export type RoadSettingsFormState = ReturnType<typeof useRoadSettingsForm>

const usual = toValues({ ...usualRoadSettings, version: 1 })
