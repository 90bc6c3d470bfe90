import { Select } from '#web/ui/select.tsx'
import { useScopeNames } from './use-scope-names.ts'

type DepotSelectProps = {
  label: string
  /** The choice of no depot in particular, if there is one; its value is empty. */
  none?: string
  value: string
  onChange: (id: string) => void
  description?: string
  errorMessage?: string | undefined
  isDisabled?: boolean
}

const nothing = 'none'

/** One of the depots. Nothing is shown if there is no choice. */
export function DepotSelect({ none, value, onChange, ...rest }: DepotSelectProps) {
  const { hasDepots, depots } = useScopeNames()
  if (!hasDepots) return null
  const active = depots.filter(({ id, active: isActive }) => isActive || id === value)
  return (
    <Select
      {...rest}
      options={[
        ...(none === undefined ? [] : [{ id: nothing, label: none }]),
        ...active.map(({ id, name, active: isActive }) => ({ id, label: isActive ? name : `${name} (inactive)` })),
      ]}
      value={value || nothing}
      onChange={(id) => onChange(id === nothing ? '' : String(id))}
    />
  )
}
