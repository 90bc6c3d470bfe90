import { useQuery } from '@tanstack/react-query'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { clientsQuery } from '../queries.ts'

type ClientFieldProps = {
  value: string | null
  onChange: (id: string | null) => void
  label?: string
  description?: string | undefined
  errorMessage?: string | undefined
  isRequired?: boolean
  isDisabled?: boolean
}

/** One of the clients: whose a delivery is, or whose deliveries somebody sees. */
export function ClientField({ value, onChange, label = 'Client', ...field }: ClientFieldProps) {
  const clients = useQuery(clientsQuery).data ?? []
  const options = clients
    .filter(({ id, active }) => active || id === value)
    .map(({ id, name, reference }) => ({ id, label: name, description: reference ?? undefined }))
  return (
    <ComboBox
      // The field shows the chosen name once it is known.
      key={clients.length ? 'known' : 'unknown'}
      label={label}
      {...field}
      options={options}
      placeholder={field.isRequired ? 'Choose a client' : 'Your own'}
      emptyText="No client has this name"
      defaultValue={value}
      onChange={(id) => onChange(id === null ? null : String(id))}
    />
  )
}
