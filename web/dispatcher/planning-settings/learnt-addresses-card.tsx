import { learntKinds } from '#domain/address/learnt-kinds.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { learntWords } from '../addresses/learnt/learnt-words.ts'
import type { SettingsCardProps } from './cost-cards.tsx'

const kinds = learntKinds.map((id) => ({ id, label: learntWords[id] }))

/** What visits teach about addresses that is used without anybody accepting it. */
export function LearntAddressesCard({ form: { values, set, problemOf }, isDisabled }: SettingsCardProps) {
  const errorMessage = problemOf('learnt_after_visits')
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
          value={values.learnt_by_itself}
          // In their own order, so that the same choice is the same list.
          onChange={(chosen) =>
            set(
              'learnt_by_itself',
              learntKinds.filter((kind) => chosen.includes(kind)),
            )
          }
        />
        <NumberField
          label="After visits that agree"
          minValue={3}
          maxValue={30}
          isDisabled={isDisabled || !values.learnt_by_itself.length}
          className="max-w-64"
          value={values.learnt_after_visits}
          onChange={(visits) => set('learnt_after_visits', visits)}
          {...(errorMessage && { errorMessage })}
        />
      </div>
    </Card>
  )
}
