import type { NotificationSettings } from '#domain/schema/notification-settings.ts'
import { fromTime, toTime } from '#web/lib/field-values.ts'
import { Card } from '#web/ui/card.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { channelNames, type NotificationChannel } from '#domain/notifications/events.ts'
import { MoneyField } from '../records/money-field.tsx'
import { PartForm } from '../settings/part-form.tsx'
import { ChoicesTable } from './choices-table.tsx'
import { useSettingsForm, type SettingsFormState } from './use-settings-form.ts'

/** What recipients are told, when, and what texts may cost, in cards that each say what they do. */
export function SettingsForm({ settings, isEditable }: { settings: NotificationSettings; isEditable: boolean }) {
  const form = useSettingsForm(settings)
  const card = { form, isDisabled: !isEditable }
  return (
    <PartForm form={form} isEditable={isEditable} usual={{ is: form.isUsual, reset: form.reset }}>
      <ChannelsCard {...card} />
      <TimesCard {...card} />
      <ConsentCard {...card} />
      <TextsCard {...card} />
    </PartForm>
  )
}

type CardProps = { form: SettingsFormState; isDisabled: boolean }

const ladders: NotificationChannel[][] = [
  ['push', 'email', 'sms'],
  ['push', 'sms', 'email'],
  ['email', 'push', 'sms'],
  ['email', 'sms', 'push'],
  ['sms', 'push', 'email'],
  ['sms', 'email', 'push'],
]
const ladderOptions = ladders.map((ladder) => ({
  id: ladder.join(),
  label: ladder.map((channel) => channelNames[channel]).join(', then '),
}))

function ChannelsCard({ form: { values, set }, isDisabled }: CardProps) {
  return (
    <Card title="Events and channels" description="The first channel that reaches the recipient gets the message.">
      <div className="flex flex-col gap-5">
        <Switch isDisabled={isDisabled} isSelected={values.active} onChange={(value) => set('active', value)}>
          Tell recipients about their delivery
        </Switch>
        <ChoicesTable
          choices={values.choices}
          isDisabled={isDisabled}
          onChange={(choices) => set('choices', choices)}
        />
        <Select
          label="Order"
          description="Push costs nothing and email almost nothing, so texts usually come last."
          options={ladderOptions}
          isDisabled={isDisabled}
          value={values.ladder.join()}
          onChange={(value) => set('ladder', String(value).split(',') as NotificationChannel[])}
        />
      </div>
    </Card>
  )
}

function TimesCard({ form: { values, set, field }, isDisabled }: CardProps) {
  const isQuiet = values.quiet_from !== null
  const setQuiet = (on: boolean) => {
    set('quiet_from', on ? '21:00' : null)
    set('quiet_until', on ? '08:00' : null)
  }
  return (
    <Card
      title="When"
      description="In quiet hours, live updates are dropped and the rest waits. Email is silent and never waits."
    >
      <div className="flex flex-col gap-5">
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <NumberField
            label="Almost there: minutes before"
            minValue={1}
            maxValue={240}
            isDisabled={isDisabled}
            {...field('near_minutes')}
          />
          <NumberField
            label="Almost there: stops before"
            description="Enter 0 to go by minutes alone."
            minValue={0}
            maxValue={50}
            isDisabled={isDisabled}
            {...field('near_stops')}
          />
          <NumberField
            label="Late: minutes after the promise"
            minValue={1}
            maxValue={240}
            isDisabled={isDisabled}
            {...field('delayed_minutes')}
          />
        </div>
        <Switch isDisabled={isDisabled} isSelected={isQuiet} onChange={setQuiet}>
          Quiet hours
        </Switch>
        {isQuiet && (
          <div className="grid grid-cols-2 gap-5">
            {(['quiet_from', 'quiet_until'] as const).map((name) => (
              <TimeField
                key={name}
                label={name === 'quiet_from' ? 'From' : 'Until'}
                isDisabled={isDisabled}
                value={toTime(values[name] ?? '00:00')}
                errorMessage={field(name).errorMessage}
                onChange={(value) => set(name, fromTime(value) ?? values[name])}
              />
            ))}
          </div>
        )}
      </div>
    </Card>
  )
}

const asked = ['email', 'sms'] as const

function ConsentCard({ form: { values, set }, isDisabled }: CardProps) {
  return (
    <Card
      title="Consent"
      description="Where the law or your promise asks for it. Note a consent on the delivery or over the API; START by text counts too."
    >
      <div className="flex flex-col gap-4">
        {asked.map((channel) => (
          <Switch
            key={channel}
            isDisabled={isDisabled}
            isSelected={values.opt_in.includes(channel)}
            onChange={(on) =>
              set(
                'opt_in',
                asked.filter((each) => (each === channel ? on : values.opt_in.includes(each))),
              )
            }
          >
            {channel === 'email' ? 'Email only those who agreed' : 'Text only those who agreed'}
          </Switch>
        ))}
      </div>
    </Card>
  )
}

function TextsCard({ form: { values, set, field }, isDisabled }: CardProps) {
  const money = (name: 'spend_day' | 'spend_month') => ({
    value: values[name],
    isDisabled,
    errorMessage: field(name).errorMessage,
    onChange: (value: number) => set(name, value),
  })
  return (
    <Card title="Texts" description="At a limit, texts stop and dispatchers get an alert. Leave it empty for no limit.">
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <MoneyField
          label="Price of one segment"
          description="What your provider charges for 160 plain characters, or 70 if there are others."
          value={values.sms_price}
          isDisabled={isDisabled}
          errorMessage={field('sms_price').errorMessage}
          onChange={(value) => set('sms_price', value)}
        />
        <TextField
          label="Country of numbers without a country code"
          description="Two letters, such as ID. Leave it empty for the country of your time zone."
          maxLength={2}
          isDisabled={isDisabled}
          {...field('country')}
        />
        <MoneyField label="Daily limit" {...money('spend_day')} />
        <MoneyField label="Monthly limit" {...money('spend_month')} />
      </div>
    </Card>
  )
}
