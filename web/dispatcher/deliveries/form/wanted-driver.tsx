import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Select } from '#web/ui/select.tsx'
import { activeDriversQuery } from '../../queries.ts'
import { planner } from './delivery-values.ts'

type WantedDriverProps = {
  value: string
  onChange: (id: string) => void
  errorMessage?: string
  isDisabled: boolean
  /** The driver that was requested when the form opened. May no longer be active. */
  present?: { id: string; name: string }
}

/** The choice of a driver for a delivery. */
export function WantedDriver({ onChange, present, ...rest }: WantedDriverProps) {
  const drivers = useQuery(activeDriversQuery)
  const active = drivers.data ?? []
  const isPresentListed = !present || active.some(({ id }) => id === present.id)
  const options = [
    { id: planner, label: 'Let the planner decide' },
    ...(isPresentListed
      ? []
      : [{ id: present.id, label: drivers.data ? `${present.name} (not active)` : present.name }]),
    ...active.map(({ id, name }) => ({ id, label: name })),
  ]
  return (
    <Select
      label="Driver"
      description={drivers.error ? sentenceOf(drivers.error) : 'Only this driver may bring it.'}
      options={options}
      onChange={(id) => onChange(String(id))}
      {...rest}
    />
  )
}
