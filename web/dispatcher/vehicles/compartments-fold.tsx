import { Plus, Trash2 } from 'lucide-react'
import { mostCompartments } from '#domain/schema/compartment.ts'
import { Button } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { compartmentWords, newCompartment, usualCompartments, type CompartmentDraft } from './compartment-draft.ts'
import type { useVehicleForm } from './use-vehicle-form.ts'

type FoldProps = { form: ReturnType<typeof useVehicleForm> }

/** The parts of a vehicle with temperatures of their own. */
export function CompartmentsFold({ form: { values, set, problemOf } }: FoldProps) {
  const all = values.compartments
  const change = (at: number, part: Partial<CompartmentDraft>) =>
    set(
      'compartments',
      all.map((each, index) => (index === at ? { ...each, ...part } : each)),
    )
  const fields = ['name', 'temperature_min_c', 'temperature_max_c', 'capacity_kg', 'capacity_l', 'capacity_units']
  const isOne = all.some((_, at) => fields.some((field) => problemOf(`compartments.${at}.${field}`)))
  const whole = isOne ? undefined : problemOf('compartments')
  return (
    <Fold
      title="Compartments"
      summary={all.map(compartmentWords).join(', ') || 'None'}
      isInvalid={isOne || Boolean(whole)}
    >
      <p className="text-[0.8125rem] text-ink-muted">
        A delivery that needs a temperature goes only into a compartment that is never colder or warmer, and that has
        room. With compartments, the temperatures of the whole vehicle do not count.
      </p>
      {all.map((each, at) => (
        <CompartmentFields
          key={at}
          name={`Compartment ${at + 1}`}
          value={each}
          onChange={(part) => change(at, part)}
          onRemove={() =>
            set(
              'compartments',
              all.filter((_, index) => index !== at),
            )
          }
          problemOf={(field) => problemOf(`compartments.${at}.${field}`)}
        />
      ))}
      {whole && (
        <p role="alert" className="text-[0.8125rem] text-danger-ink">
          {whole}
        </p>
      )}
      {all.length < mostCompartments && (
        <div className="flex flex-wrap gap-2">
          {usualCompartments.map(({ name }) => (
            <Button
              key={name}
              size="small"
              icon={<Plus aria-hidden="true" className="size-3.5" />}
              onPress={() => set('compartments', [...all, newCompartment(name, all)])}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
    </Fold>
  )
}

type FieldsProps = {
  name: string
  value: CompartmentDraft
  onChange: (part: Partial<CompartmentDraft>) => void
  onRemove: () => void
  problemOf: (field: string) => string | undefined
}

function CompartmentFields({ name, value, onChange, onRemove, problemOf }: FieldsProps) {
  const number = (field: Exclude<keyof CompartmentDraft, 'name'>) => ({
    value: value[field],
    onChange: (amount: number) => onChange({ [field]: amount }),
    errorMessage: problemOf(field),
  })
  const degrees = { unit: '°C', minValue: -100, maxValue: 100, placeholder: 'Any' }
  const room = { minValue: 0, placeholder: 'No limit' }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-3">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-start gap-2">
        <TextField
          label="Name"
          className="min-w-0 flex-1"
          value={value.name}
          onChange={(text) => onChange({ name: text })}
          errorMessage={problemOf('name')}
        />
        <IconButton
          label={`Remove ${value.name || name}`}
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          className="mt-6.5 text-ink-muted"
          onPress={onRemove}
        />
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField label="Never colder than" {...degrees} {...number('temperature_min_c')} />
        <NumberField label="Never warmer than" {...degrees} {...number('temperature_max_c')} />
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <NumberField label="Weight" unit="kg" {...room} {...number('capacity_kg')} />
        <NumberField label="Volume" unit="L" {...room} {...number('capacity_l')} />
        <NumberField label="Pieces" {...room} {...number('capacity_units')} />
      </div>
    </fieldset>
  )
}
