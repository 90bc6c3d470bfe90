import { parseDate } from '@internationalized/date'
import { useSearchParams } from 'react-router'
import {
  channelNames,
  notificationChannels,
  notificationEventNames,
  notificationKinds,
} from '#domain/notifications/events.ts'
import { notificationStateNames, notificationStates } from '#domain/notifications/states.ts'
import { Day } from '#domain/time.ts'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { useSetParam } from '#web/lib/set-param.ts'
import { Select } from '#web/ui/select.tsx'

const choices = {
  state: { label: 'State', names: notificationStateNames, all: notificationStates },
  channel: { label: 'Channel', names: channelNames, all: notificationChannels },
  event: { label: 'Event', names: notificationEventNames, all: notificationKinds },
} as const
type Name = keyof typeof choices
const names = Object.keys(choices) as Name[]

const days = { from: 'From', until: 'To' } as const
const dayNames = Object.keys(days) as (keyof typeof days)[]

type Filter = {
  state?: (typeof notificationStates)[number]
  channel?: (typeof notificationChannels)[number]
  event?: (typeof notificationKinds)[number]
  from?: string
  until?: string
}

/** What the address asks for. What it cannot ask for is left out. */
export function filterOf(params: URLSearchParams): Filter {
  const chosen = names.flatMap((name) => {
    const value = params.get(name)
    return choices[name].all.some((each) => each === value) ? [[name, value]] : []
  })
  const span = dayNames.flatMap((name) => {
    const day = Day.safeParse(params.get(name))
    return day.success ? [[name, day.data]] : []
  })
  return Object.fromEntries([...chosen, ...span]) as Filter
}

/** Narrows the log down, in the address. */
export function LogFilters() {
  const [params] = useSearchParams()
  const filter = filterOf(params)
  const isBackwards = filter.from !== undefined && filter.until !== undefined && filter.from > filter.until
  const set = useSetParam({ replace: true })
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
      {names.map((name) => (
        <Select
          key={name}
          label={choices[name].label}
          options={[
            { id: 'all', label: 'All' },
            ...choices[name].all.map((id) => ({ id, label: (choices[name].names as Record<string, string>)[id]! })),
          ]}
          value={filter[name] ?? 'all'}
          onChange={(value) => set(name, value === 'all' ? undefined : String(value))}
        />
      ))}
      {dayNames.map((name) => (
        <DatePicker
          key={name}
          label={days[name]}
          value={filter[name] ? parseDate(filter[name]) : null}
          onChange={(day) => set(name, day?.toString())}
          errorMessage={name === 'until' && isBackwards ? 'The last day is before the first day.' : undefined}
        />
      ))}
    </div>
  )
}
