import { requirementNames, type Requirement } from '#domain/schema/order.ts'
import type { RoadSettings } from '#domain/schema/road-settings.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { requirementWords } from '../deliveries/form/order-words.ts'
import type { RoadSettingsFormState } from './use-road-settings-form.ts'

type CardProps = { form: RoadSettingsFormState; isDisabled: boolean }
type SwitchName = {
  [Name in keyof RoadSettings]: RoadSettings[Name] extends boolean ? Name : never
}[keyof RoadSettings]

function SettingSwitch({
  form: { values, set },
  isDisabled,
  name,
  label,
  description,
}: CardProps & { name: SwitchName; label: string; description: string }) {
  return (
    <Switch
      isDisabled={isDisabled}
      isSelected={values[name]}
      onChange={(value) => set(name, value)}
      description={description}
    >
      {label}
    </Switch>
  )
}

const requirements = requirementNames.map((id) => ({ id, label: requirementWords[id] }))

export function ProofCard(card: CardProps) {
  const { form, isDisabled } = card
  return (
    <Card title="Proof" description="What every delivery asks for, besides what an order asks for itself.">
      <div className="grid gap-5 sm:grid-cols-2">
        <CheckboxGroup
          label="Ask for"
          options={requirements}
          isDisabled={isDisabled}
          value={form.values.requirements}
          onChange={(value) => form.set('requirements', value as Requirement[])}
        />
        <div className="flex flex-col gap-3.5">
          <SettingSwitch {...card} name="ask_name" label="Name" description="The driver writes down who took it." />
          <SettingSwitch
            {...card}
            name="photo_of_failure"
            label="Photo of a failed delivery"
            description="Such as of the closed door."
          />
          <SettingSwitch
            {...card}
            name="keep_originals"
            label="Keep original photos"
            description="Besides the smaller ones. They use ten times the data."
          />
        </div>
      </div>
    </Card>
  )
}

const scanning = [
  { id: 'off', label: 'No' },
  { id: 'ask', label: 'Offer it' },
  { id: 'must', label: 'Every parcel' },
] as const

export function ShiftCard(card: CardProps) {
  const { form, isDisabled } = card
  return (
    <Card title="Start of the day">
      <div className="flex flex-col gap-5">
        <SettingSwitch
          {...card}
          name="check_vehicle"
          label="Check the vehicle"
          description="A shift begins with the odometer, the fuel and what is broken. A defect that blocks it tells you at once."
        />
        <RadioGroup
          label="Scan parcels when loading"
          options={scanning}
          isDisabled={isDisabled}
          value={form.values.scan_at_loading}
          onChange={(value) => form.set('scan_at_loading', value as RoadSettings['scan_at_loading'])}
        />
        <TextField
          label="Whom drivers call"
          type="tel"
          placeholder="+62 811 0000 001"
          description="The app shows this number as dispatch. Leave it empty to show none."
          isDisabled={isDisabled}
          className="sm:max-w-80"
          {...form.field('phone')}
        />
      </div>
    </Card>
  )
}

export function FreedomCard(card: CardProps) {
  return (
    <Card
      title="What drivers may do"
      description="Each changes the plan as if you had done it, and its history says who did."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SettingSwitch
          {...card}
          name="may_reorder"
          label="Change the order"
          description="Stops that you have locked stay where they are."
        />
        <SettingSwitch {...card} name="may_skip" label="Skip a stop" description="It comes last then." />
        <SettingSwitch
          {...card}
          name="may_add_stops"
          label="Add a stop"
          description="A delivery that nobody planned, such as a pickup on the way."
        />
        <SettingSwitch
          {...card}
          name="may_hand_over"
          label="Hand over parcels"
          description="To another driver, once both say so."
        />
      </div>
    </Card>
  )
}

export function MomentsCard({ form, isDisabled }: CardProps) {
  return (
    <Card title="When something happens">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField
          label="Offer an arrival within"
          unit="m"
          minValue={20}
          maxValue={2000}
          step={10}
          description="So near to a stop, the app asks whether the driver has arrived."
          isDisabled={isDisabled}
          {...form.field('arrival_radius_m')}
        />
        <NumberField
          label="Ask about proof beyond"
          unit="m"
          minValue={20}
          maxValue={10_000}
          step={10}
          description="So far from the pin, the driver is asked whether this is the right door."
          isDisabled={isDisabled}
          {...form.field('far_from_pin_m')}
        />
        <NumberField
          label="A stop is late after"
          unit="min"
          minValue={1}
          maxValue={240}
          isDisabled={isDisabled}
          {...form.field('late_after_minutes')}
        />
        <NumberField
          label="A driver is silent after"
          unit="min"
          minValue={2}
          maxValue={240}
          description="On shift, without a position for so long."
          isDisabled={isDisabled}
          {...form.field('silent_after_minutes')}
        />
        <NumberField
          label="Temperatures: tell after"
          unit="min"
          minValue={0}
          maxValue={1440}
          description="Out of range for so long, dispatchers and the driver are told."
          isDisabled={isDisabled}
          {...form.field('temperature_breach_minutes')}
        />
      </div>
    </Card>
  )
}

export function PositionsCard({ form, isDisabled }: CardProps) {
  return (
    <Card title="Positions of drivers" description="They are kept during shifts only, and each driver sees their own.">
      <NumberField
        label="Keep positions for"
        unit="days"
        minValue={1}
        maxValue={3650}
        isDisabled={isDisabled}
        className="sm:max-w-60"
        {...form.field('keep_positions_days')}
      />
    </Card>
  )
}
