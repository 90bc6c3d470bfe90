import { requirementNames, usualMinimumAge, type Requirement } from '#domain/schema/order.ts'
import { useMe } from '#web/lib/me.ts'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { MoneyField } from '../../records/money-field.tsx'
import { anyProblem, type FieldsProps } from './field-props.ts'
import { requirementWords } from './order-words.ts'
import { Folded } from './section.tsx'
import { doorSummary } from './section-words.ts'

const options = requirementNames.map((id) => ({ id, label: requirementWords[id] }))

/** What the driver has to bring home from the door: proof, and cash. */
export function DoorFields({ values, set, bound, problemOf, isReadOnly, isLocked }: FieldsProps) {
  const { currency } = useMe().workspace
  return (
    <Folded
      title="Proof and cash"
      summary={doorSummary(values, currency)}
      isInvalid={anyProblem(problemOf, ['requirements', 'minimum_age', 'cash_amount'])}
      isReadOnly={isReadOnly}
    >
      <CheckboxGroup
        label="Required at the door"
        options={options}
        {...bound('requirements')}
        onChange={(chosen) => {
          // In their own order, so that the same choice is the same list.
          set('requirements', requirementNames.filter((each) => chosen.includes(each)) satisfies Requirement[])
        }}
      />
      {values.requirements.includes('age') && (
        <NumberField
          label="Minimum age"
          unit="years"
          minValue={1}
          maxValue={99}
          placeholder={String(usualMinimumAge)}
          {...bound('minimum_age')}
        />
      )}
      <MoneyField
        label="Cash to collect"
        {...bound('cash_amount')}
        isDisabled={isLocked('requirements')}
        description="Leave it empty if it is paid already."
      />
    </Folded>
  )
}
