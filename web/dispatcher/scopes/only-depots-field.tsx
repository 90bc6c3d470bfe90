import { useQuery } from '@tanstack/react-query'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { depotChoicesQuery } from '../queries.ts'

type OnlyDepotsFieldProps = { value: string[]; onChange: (ids: string[]) => void; errorMessage: string | undefined }

/** Narrows something to some depots, where there is a choice. One that is no longer in use stays, so that it can be taken away. */
export function OnlyDepotsField({ value, onChange, errorMessage }: OnlyDepotsFieldProps) {
  const depots = useQuery(depotChoicesQuery)
  const choices = (depots.data ?? []).map(({ id, name }) => ({ id, label: name }))
  const unknown = value.filter((id) => !choices.some((choice) => choice.id === id))
  const options = [...choices, ...unknown.map((id) => ({ id, label: 'A depot that is no longer active' }))]
  if (options.length < 2 && value.length === 0) return null
  return (
    <CheckboxGroup
      label="Only for these depots"
      description="With none chosen, it is for all depots."
      options={options}
      value={value}
      onChange={onChange}
      errorMessage={errorMessage}
    />
  )
}
