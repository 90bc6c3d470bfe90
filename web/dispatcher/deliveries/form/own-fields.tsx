import { parseDate } from '@internationalized/date'
import type { CustomField, CustomValues } from '#domain/schema/custom-field.ts'
import { Day } from '#domain/time.ts'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { customWords } from './custom-words.ts'
import { anyProblem, type FieldsProps } from './field-props.ts'
import { Folded } from './section.tsx'
import { useCustomFields } from './use-custom-fields.ts'

/** The workspace's own fields. An archived one is shown where it has a value. */
export function OwnFields({ values, set, problemOf, isLocked, isReadOnly }: FieldsProps) {
  const { custom } = values
  const isThere = (value: CustomValues[string] | undefined) => value !== null && value !== undefined && value !== ''
  const fields = useCustomFields().filter(({ key, archived }) => !archived || isThere(custom[key]))
  if (fields.length === 0) return null
  const summary = fields
    .map((field) => (isThere(custom[field.key]) ? `${field.label}: ${customWords(field, custom[field.key])}` : ''))
    .filter(Boolean)
    .join(' · ')
  return (
    <Folded
      title="Your fields"
      summary={summary}
      isInvalid={anyProblem(problemOf, ['custom'])}
      isReadOnly={isReadOnly}
      isOpenAtFirst
    >
      {fields.map((field) => (
        <OwnField
          key={field.id}
          field={field}
          value={custom[field.key] ?? null}
          onChange={(value) => set('custom', { ...custom, [field.key]: value })}
          errorMessage={problemOf(`custom.${field.key}`)}
          isDisabled={isLocked('custom') || field.archived}
        />
      ))}
    </Folded>
  )
}

type OwnFieldProps = {
  field: CustomField
  value: CustomValues[string]
  onChange: (value: CustomValues[string]) => void
  errorMessage: string | undefined
  isDisabled: boolean
}

/** The id of the choice of no value. */
const none = ''
const yesOrNo = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
]

function OwnField({ field, value, onChange, ...rest }: OwnFieldProps) {
  const shared = { label: field.label, ...rest, ...(field.archived && { description: 'This field is archived.' }) }
  const text = typeof value === 'string' ? value : ''
  if (field.type === 'number') {
    const number = typeof value === 'number' ? value : Number.NaN
    return <NumberField {...shared} value={number} onChange={(next) => onChange(Number.isNaN(next) ? null : next)} />
  }
  if (field.type === 'date') {
    const day = Day.safeParse(text).success ? parseDate(text) : null
    return <DatePicker {...shared} value={day} onChange={(next) => onChange(next?.toString() ?? null)} />
  }
  if (field.type === 'text') {
    return <TextField {...shared} value={text} onChange={(next) => onChange(next === '' ? null : next)} />
  }
  const isChoice = field.type === 'choice'
  const known = isChoice ? [...new Set([...field.options, ...(text ? [text] : [])])] : []
  const options = isChoice ? known.map((id) => ({ id, label: id })) : yesOrNo
  const chosen = isChoice ? text : value === true ? 'yes' : value === false ? 'no' : none
  return (
    <Select
      {...shared}
      options={[{ id: none, label: 'Not said' }, ...options]}
      value={chosen}
      onChange={(id) => onChange(id === none ? null : isChoice ? String(id) : id === 'yes')}
    />
  )
}
