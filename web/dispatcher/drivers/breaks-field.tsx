import { Plus, Trash2 } from 'lucide-react'
import { mostBreaks } from '#domain/schema/breaks.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { DayTimeField } from '../records/day-time-field.tsx'
import { breakKinds, newBreak, type BreakDraft } from './break-draft.ts'

type BreaksFieldProps = {
  value: BreakDraft[]
  onChange: (breaks: BreakDraft[]) => void
  /** The sentence for a field of a break, by its path. */
  problemOf: (path: string) => string | undefined
}

/** The breaks of a driver. */
export function BreaksField({ value, onChange, problemOf }: BreaksFieldProps) {
  const change = (at: number, part: Partial<BreakDraft>) =>
    onChange(value.map((each, index) => (index === at ? { ...each, ...part } : each)))
  return (
    <div className="flex flex-col gap-3">
      {value.map((each, at) => (
        <BreakFields
          key={at}
          name={`Break ${at + 1}`}
          value={each}
          onChange={(part) => change(at, part)}
          onRemove={() => onChange(value.filter((_, index) => index !== at))}
          problemOf={(field) => problemOf(`${at}.${field}`)}
        />
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus aria-hidden="true" className="size-3.5" />}
          isDisabled={value.length >= mostBreaks}
          onPress={() => onChange([...value, newBreak])}
        >
          Add a break
        </Button>
      </div>
    </div>
  )
}

type BreakFieldsProps = {
  name: string
  value: BreakDraft
  onChange: (part: Partial<BreakDraft>) => void
  onRemove: () => void
  problemOf: (field: string) => string | undefined
}

function BreakFields({ name, value, onChange, onRemove, problemOf }: BreakFieldsProps) {
  const errorOf = (field: string) => {
    const errorMessage = problemOf(field)
    return errorMessage ? { errorMessage } : {}
  }
  const after = value.kind === 'driving' ? 'after_driving_minutes' : 'after_working_minutes'
  return (
    <fieldset className="flex flex-col gap-3 rounded-lg bg-sunken p-3">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-end gap-2">
        <Select
          label={name}
          className="min-w-0 flex-1"
          options={breakKinds}
          value={value.kind}
          onChange={(kind) => onChange({ kind: kind as BreakDraft['kind'] })}
        />
        <IconButton label={`Remove ${name.toLowerCase()}`} icon={<Trash2 className="size-4" />} onPress={onRemove} />
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {value.kind === 'times' ? (
          <>
            <DayTimeField
              label="Starts at the earliest"
              value={value.earliest}
              onChange={(earliest) => onChange({ earliest })}
              {...errorOf('earliest')}
            />
            <DayTimeField
              label="Starts at the latest"
              value={value.latest}
              onChange={(latest) => onChange({ latest })}
              {...errorOf('latest')}
            />
          </>
        ) : (
          <NumberField
            label={value.kind === 'driving' ? 'Longest driving without it' : 'Longest driving and work without it'}
            unit="min"
            value={value.after}
            minValue={0}
            onChange={(next) => onChange({ after: next })}
            {...errorOf(after)}
          />
        )}
        <NumberField
          label="Length"
          unit="min"
          minValue={0}
          value={value.minutes}
          onChange={(minutes) => onChange({ minutes })}
          {...errorOf('minutes')}
        />
        {value.kind === 'times' && (
          <NumberField
            label="Only with at most this on board"
            unit="kg"
            minValue={0}
            placeholder="Any load"
            value={value.maxLoadKg}
            onChange={(maxLoadKg) => onChange({ maxLoadKg })}
            {...errorOf('max_load_kg')}
          />
        )}
      </div>
    </fieldset>
  )
}
