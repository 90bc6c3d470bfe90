import { useSearchParams } from 'react-router'
import {
  channelNames,
  notificationChannels,
  notificationEventNames,
  notificationKinds,
} from '#domain/notifications/events.ts'
import { notificationStateNames, notificationStates } from '#domain/notifications/states.ts'
import { Day } from '#domain/time.ts'
import { Select } from '#web/ui/select.tsx'

const choices = {
  state: { label: 'State', names: notificationStateNames, all: notificationStates },
  channel: { label: 'Channel', names: channelNames, all: notificationChannels },
  event: { label: 'Event', names: notificationEventNames, all: notificationKinds },
} as const
type Name = keyof typeof choices
const names = Object.keys(choices) as Name[]

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
  const days = (['from', 'until'] as const).flatMap((name) => {
    const day = Day.safeParse(params.get(name))
    return day.success ? [[name, day.data]] : []
  })
  return Object.fromEntries([...chosen, ...days]) as Filter
}

/** Narrows the log down, in the address. */
export function LogFilters() {
  const [params, setParams] = useSearchParams()
  const filter = filterOf(params)
  const set = (name: Name, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === 'all') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <div className="mb-4 grid gap-3 sm:grid-cols-3 lg:max-w-3xl">
      {names.map((name) => (
        <Select
          key={name}
          label={choices[name].label}
          options={[
            { id: 'all', label: 'All' },
            ...choices[name].all.map((id) => ({ id, label: (choices[name].names as Record<string, string>)[id]! })),
          ]}
          value={filter[name] ?? 'all'}
          onChange={(value) => set(name, String(value))}
        />
      ))}
    </div>
  )
}
