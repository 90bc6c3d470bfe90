import { useQuery } from '@tanstack/react-query'
import { CheckboxGroup } from 'react-aria-components'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldFrame } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { depotsQuery } from '../queries.ts'

type DepotsFieldProps = {
  /** Null for all. */
  value: string[] | null
  onChange: (ids: string[] | null) => void
  errorMessage?: string | undefined
  isDisabled?: boolean
}

/** The depots that somebody has to do with. Nothing is shown while the workspace has one depot only, and nobody is limited. */
export function DepotsField({ value, onChange, errorMessage, isDisabled = false }: DepotsFieldProps) {
  const depots = useQuery(depotsQuery).data ?? []
  if (depots.length < 2 && value === null) return null
  const shown = depots.filter(({ id, active }) => active || value?.includes(id))
  return (
    <div className="grid gap-3">
      <Switch
        isSelected={value !== null}
        isDisabled={isDisabled}
        onChange={(isLimited) => onChange(isLimited ? [] : null)}
        description="They see and change only what belongs to these depots. A driver always sees the own route."
      >
        Limit to some depots
      </Switch>
      {value !== null && (
        <CheckboxGroup
          value={value}
          onChange={onChange}
          isDisabled={isDisabled}
          isInvalid={errorMessage !== undefined}
          className="grid gap-1.5"
        >
          <FieldFrame label="Depots" errorMessage={errorMessage}>
            <div className="grid gap-2.5">
              {shown.map(({ id, name, active }) => (
                <Checkbox key={id} value={id}>
                  {active ? name : `${name} (inactive)`}
                </Checkbox>
              ))}
            </div>
          </FieldFrame>
        </CheckboxGroup>
      )}
    </div>
  )
}
