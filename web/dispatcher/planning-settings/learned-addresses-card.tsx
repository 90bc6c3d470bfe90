import { learnedKinds } from '#domain/address/learned-kinds.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { learnedWords } from '../addresses/learned/learned-words.ts'
import type { SettingsCardProps } from './cost-cards.tsx'

const kinds = learnedKinds.map((id) => ({ id, label: learnedWords[id] }))

/** What visits teach about addresses that is used without anybody accepting it. */
export function LearnedAddressesCard({ form: { values, set, problemOf }, isDisabled }: SettingsCardProps) {
  const errorMessage = problemOf('learned_after_visits')
  return (
    <Card
      title="Learned addresses"
      description="Visits teach where addresses are, where to park, and how long it takes there. Somebody accepts it on the page Addresses, or it goes into the address book by itself."
    >
      <div className="flex flex-col gap-5">
        <CheckboxGroup
          label="Goes into the address book by itself"
          options={kinds}
          isDisabled={isDisabled}
          value={values.learned_by_itself}
          // In their own order, so that the same choice is the same list.
          onChange={(chosen) =>
            set(
              'learned_by_itself',
              learnedKinds.filter((kind) => chosen.includes(kind)),
            )
          }
        />
        <NumberField
          label="After visits that agree"
          minValue={3}
          maxValue={30}
          isDisabled={isDisabled || !values.learned_by_itself.length}
          className="max-w-64"
          value={values.learned_after_visits}
          onChange={(visits) => set('learned_after_visits', visits)}
          {...(errorMessage && { errorMessage })}
        />
      </div>
    </Card>
  )
}
