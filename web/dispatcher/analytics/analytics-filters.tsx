import { parseDate } from '@internationalized/date'
import { useQuery } from '@tanstack/react-query'
import { figurePeriods } from '#domain/figures/periods.ts'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { activeDriversQuery, clientsQuery, depotsQuery, vehiclesQuery } from '../queries.ts'
import { ranges, recordFilters, type AnalyticsAddress, type RecordFilter } from './analytics-address.ts'

type Change = (part: Record<string, string | undefined>) => void
type FiltersProps = {
  address: AnalyticsAddress
  onChange: Change
  /** Addresses are told apart by depot and client only, and have no steps. */
  isOfAddresses?: boolean
}

export const periodLabels = { day: 'By day', week: 'By week', month: 'By month' }
const periods = figurePeriods.map((id) => ({ id, label: periodLabels[id] }))
const everything = 'all'

/** Which days, in what steps, and of whom: all of it is in the address. */
export function AnalyticsFilters({ address, onChange, isOfAddresses = false }: FiltersProps) {
  const { range, days, period, filter } = address
  const isFiltered = Object.keys(filter).length > 0
  return (
    <div className="grid grid-cols-2 gap-2 pb-4 sm:grid-cols-3 lg:flex lg:flex-wrap lg:items-end [&>*]:min-w-0 lg:[&>*]:w-40">
      <Select
        label="Days"
        options={ranges}
        value={range}
        onChange={(id) =>
          onChange(
            id === 'custom'
              ? { range: 'custom', from: days.from, to: days.to, period: undefined }
              : { range: String(id), from: undefined, to: undefined, period: undefined },
          )
        }
      />
      {range === 'custom' && <CustomDays days={days} onChange={onChange} />}
      {!isOfAddresses && (
        <Select label="Steps" options={periods} value={period} onChange={(id) => onChange({ period: String(id) })} />
      )}
      <RecordFilters names={isOfAddresses ? ofAddresses : recordFilters} filter={filter} onChange={onChange} />
      {isFiltered && (
        <Button
          variant="quiet"
          className="self-end"
          onPress={() => onChange(Object.fromEntries(recordFilters.map((name) => [name, undefined])))}
        >
          Clear filters
        </Button>
      )}
    </div>
  )
}

function CustomDays({ days: { from, to }, onChange }: { days: AnalyticsAddress['days']; onChange: Change }) {
  return (
    <>
      <DatePicker
        label="From"
        value={parseDate(from)}
        maxValue={parseDate(to)}
        onChange={(day) => day && day.toString() <= to && onChange({ from: day.toString() })}
      />
      <DatePicker
        label="To"
        value={parseDate(to)}
        minValue={parseDate(from)}
        onChange={(day) => day && day.toString() >= from && onChange({ to: day.toString() })}
      />
    </>
  )
}

const ofAddresses: readonly RecordFilter[] = ['depot_id', 'client_id']

type RecordFiltersProps = { names: readonly RecordFilter[]; filter: AnalyticsAddress['filter']; onChange: Change }

/** A filter for each kind of record that there is a choice of. */
export function RecordFilters({ names, filter, onChange }: RecordFiltersProps) {
  const drivers = useQuery(activeDriversQuery).data
  const vehicles = useQuery(vehiclesQuery).data
  const depots = useQuery(depotsQuery).data
  const clients = useQuery(clientsQuery).data
  const kinds: { name: RecordFilter; label: string; all: string; options: { id: string; label: string }[] }[] = [
    { name: 'driver_id', label: 'Driver', all: 'All drivers', options: named(drivers) },
    {
      name: 'vehicle_id',
      label: 'Vehicle',
      all: 'All vehicles',
      options: vehicles?.map(({ id, code }) => ({ id, label: code })) ?? [],
    },
    { name: 'depot_id', label: 'Depot', all: 'All depots', options: named(depots) },
    { name: 'client_id', label: 'Client', all: 'All clients', options: named(clients) },
  ]
  return kinds
    .filter(({ name }) => names.includes(name))
    .filter(({ name, options }) => options.length > 1 || filter[name] || (name === 'client_id' && options.length > 0))
    .map(({ name, label, all, options }) => {
      const chosen = filter[name]
      const known = chosen === undefined || options.some(({ id }) => id === chosen)
      return (
        <Select
          key={name}
          label={label}
          options={[
            { id: everything, label: all },
            ...options,
            ...(known ? [] : [{ id: chosen, label: chosen === 'none' ? 'None' : 'Not active any more' }]),
          ]}
          value={chosen ?? everything}
          onChange={(id) => onChange({ [name]: id === everything ? undefined : String(id) })}
        />
      )
    })
}

const named = (records: readonly { id: string; name: string }[] | undefined) =>
  records?.map(({ id, name }) => ({ id, label: name })) ?? []
