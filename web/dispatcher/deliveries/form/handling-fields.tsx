import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { anyProblem, type FieldsProps } from './field-props.ts'
import { Folded } from './section.tsx'
import { handlingSummary } from './section-words.ts'

const decimals = { maximumFractionDigits: 1 } as const

/** How warm it may get, and words to find it by. */
export function HandlingFields({ values, bound, problemOf, isReadOnly }: FieldsProps) {
  return (
    <Folded
      title="Temperature and tags"
      summary={handlingSummary(values)}
      isInvalid={anyProblem(problemOf, ['temperature_min_c', 'temperature_max_c', 'tags'])}
      isReadOnly={isReadOnly}
    >
      <div className="grid grid-cols-2 gap-4">
        <NumberField
          label="Lowest temperature"
          unit="°C"
          minValue={-90}
          maxValue={90}
          formatOptions={decimals}
          {...bound('temperature_min_c')}
        />
        <NumberField
          label="Highest temperature"
          unit="°C"
          minValue={-90}
          maxValue={90}
          formatOptions={decimals}
          {...bound('temperature_max_c')}
        />
      </div>
      <TextField
        label="Tags"
        description="Separate words with commas. Lists can be filtered by them."
        {...bound('tags')}
      />
    </Folded>
  )
}
