import { useQueryClient } from '@tanstack/react-query'
import { changeNotificationSettings } from '#domain/api/notifications.ts'
import { channelNames, notificationEventNames, notificationEvents } from '#domain/notifications/events.ts'
import {
  NotificationSettingsPatch,
  usualNotificationSettings,
  type NotificationSettings,
} from '#domain/schema/notification-settings.ts'
import { call } from '#web/lib/call.ts'
import { formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { toast } from '#web/ui/toast.tsx'

/** Amounts that are not set are NaN, as fields of numbers have them. */
export type Values = Omit<NotificationSettings, 'version' | 'spend_day' | 'spend_month' | 'country'> & {
  spend_day: number
  spend_month: number
  country: string
}

const { one, number, switch: onOff, text } = partsOf<Values>()

const toValues = ({ version: _, spend_day, spend_month, country, ...rest }: NotificationSettings): Values => ({
  ...rest,
  spend_day: spend_day ?? Number.NaN,
  spend_month: spend_month ?? Number.NaN,
  country: country ?? '',
})

const orNull = (amount: number) => (Number.isNaN(amount) ? null : amount)
const toBody = ({ spend_day, spend_month, country, ...rest }: Values) => ({
  ...rest,
  spend_day: orNull(spend_day),
  spend_month: orNull(spend_month),
  country: country.trim().toUpperCase() || null,
})

const choicesInWords = (choices: Values['choices']) =>
  notificationEvents
    .map((event) => {
      const on = (['push', 'email', 'sms'] as const).filter((channel) => choices[event][channel])
      return `${notificationEventNames[event]}: ${on.map((channel) => channelNames[channel]).join(', ') || 'none'}`
    })
    .join('; ')

/** What recipients are told and how, as a form that stays open. */
export function useSettingsForm(settings: NotificationSettings) {
  const client = useQueryClient()
  const { currency } = useMe().workspace
  const money = (value: number) => formatMoney(value, currency)
  const form = useRecordForm({
    initial: toValues(settings),
    toBody,
    schema: NotificationSettingsPatch,
    shared: {
      record: settings,
      toValues,
      parts: [
        onOff('Tell recipients', 'active'),
        one<Values['choices']>('Events and channels', 'choices', choicesInWords),
        one<Values['ladder']>('Order of channels', 'ladder', (ladder) =>
          ladder.map((each) => channelNames[each]).join(', '),
        ),
        number('Minutes before arrival', 'near_minutes'),
        number('Stops before theirs', 'near_stops'),
        number('Minutes late', 'delayed_minutes'),
        one<string | null>('Quiet from', 'quiet_from', (value) => value ?? 'None'),
        one<string | null>('Quiet until', 'quiet_until', (value) => value ?? 'None'),
        one<Values['opt_in']>(
          'Only with consent',
          'opt_in',
          (channels) => channels.map((each) => channelNames[each]).join(', ') || 'None',
        ),
        text('Country of numbers', 'country'),
        number('Price of a segment', 'sms_price', money),
        number('Daily limit', 'spend_day', money),
        number('Monthly limit', 'spend_month', money),
      ],
      gone: { code: 'not_found', noun: 'settings' },
    },
    save: async (body, { version }) => {
      const saved = await call(changeNotificationSettings, { body, version })
      client.setQueryData(keys.notifications.settings, saved)
      return saved
    },
    onSaved: () => toast({ title: 'Notifications saved' }),
  })
  const usual = toValues({ ...usualNotificationSettings, version: 1 })
  const isUsual = JSON.stringify({ ...form.values, active: false }) === JSON.stringify(usual)
  const reset = () => {
    for (const name of Object.keys(usual) as (keyof Values)[]) if (name !== 'active') form.set(name, usual[name])
  }
  return { ...form, isUsual, reset }
}
export type SettingsFormState = ReturnType<typeof useSettingsForm>
