import { messageLanguages, type MessageLanguage } from '#domain/messages/languages.ts'
import { recipientChoices, vanChoices, type TrackingSettings } from '#domain/schema/tracking-settings.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { languageWords } from '../deliveries/form/order-words.ts'
import { PartForm } from '../settings/part-form.tsx'
import { choiceWords, vanWords } from './tracking-words.ts'
import { useTrackingSettingsForm, type TrackingSettingsFormState } from './use-tracking-settings-form.ts'

/** What recipients see and may change, in cards that each say what they do. */
export function TrackingSettingsForm({ settings, isEditable }: { settings: TrackingSettings; isEditable: boolean }) {
  const form = useTrackingSettingsForm(settings)
  const card = { form, isDisabled: !isEditable }
  return (
    <PartForm form={form} isEditable={isEditable} usual={{ is: form.isUsual, reset: form.reset }}>
      <SeenCard {...card} />
      <ChangeCard {...card} />
      <LinkCard {...card} />
    </PartForm>
  )
}

type CardProps = { form: TrackingSettingsFormState; isDisabled: boolean }

const languages = messageLanguages.map((id) => ({ id, label: languageWords(id) }))
const vans = vanChoices.map((id) => ({ id, label: vanWords[id] }))
const choices = recipientChoices.map((id) => ({ id, label: choiceWords[id] }))

function SeenCard({ form: { values, set, problemOf }, isDisabled }: CardProps) {
  return (
    <Card title="What they see" description="Your logo, color and contact line are under Logo and color.">
      <div className="flex flex-col gap-5">
        <Select
          label="Language"
          description="An order can set its own language."
          options={languages}
          isDisabled={isDisabled}
          value={values.recipient_language}
          onChange={(value) => set('recipient_language', value as MessageLanguage)}
        />
        <RadioGroup
          label="Show the van on the map"
          description="Only the van, and nothing else of its route."
          options={vans}
          isDisabled={isDisabled}
          value={values.show_van}
          onChange={(value) => set('show_van', value as TrackingSettings['show_van'])}
        />
        {values.show_van === 'near' && (
          <NumberField
            label="Stops before theirs, at most"
            minValue={1}
            maxValue={20}
            isDisabled={isDisabled}
            value={values.van_stops}
            errorMessage={problemOf('van_stops')}
            onChange={(value) => set('van_stops', value)}
          />
        )}
        <Switch
          isDisabled={isDisabled}
          isSelected={values.ask_rating}
          onChange={(value) => set('ask_rating', value)}
          description="1 to 5 stars and a comment, after the delivery."
        >
          Ask for a rating
        </Switch>
      </div>
    </Card>
  )
}

function ChangeCard({ form: { values, set, problemOf }, isDisabled }: CardProps) {
  return (
    <Card title="What they may change">
      <div className="flex flex-col gap-5">
        <CheckboxGroup
          label="Recipients may"
          options={choices}
          isDisabled={isDisabled}
          value={values.recipients_may}
          // In their own order, so that the same choice is the same list.
          onChange={(chosen) =>
            set(
              'recipients_may',
              recipientChoices.filter((each) => chosen.includes(each)),
            )
          }
        />
        <NumberField
          label="Delivery attempts"
          description="After this many failed attempts, it goes back to the sender."
          minValue={1}
          maxValue={10}
          isDisabled={isDisabled}
          value={values.most_attempts}
          errorMessage={problemOf('most_attempts')}
          onChange={(value) => set('most_attempts', value)}
        />
      </div>
    </Card>
  )
}

function LinkCard({ form: { values, set, problemOf }, isDisabled }: CardProps) {
  return (
    <Card title="Link" description="Whoever has it sees the page, without signing in.">
      <NumberField
        label="Ends after"
        unit="days"
        description="Counted from the end of the delivery."
        minValue={1}
        maxValue={90}
        isDisabled={isDisabled}
        value={values.link_days}
        errorMessage={problemOf('link_days')}
        onChange={(value) => set('link_days', value)}
      />
    </Card>
  )
}
