import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Vehicle } from '#domain/schema/vehicle.ts'
import { driverStates, type DriverState } from '#web/map/drivers/mark-shapes.ts'
import { Button } from '#web/ui/button.tsx'
import { ChipRow } from '#web/ui/chip-row.tsx'
import { cx } from '#web/ui/cx.ts'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { usePageKeys } from '../deliveries/use-page-keys.ts'
import { useScopeNames } from '../scopes/use-scope-names.ts'
import { typeWords } from '../vehicles/vehicle-words.ts'
import { countStates, type DriverRow } from './driver-rows.ts'
import type { LiveFilter } from './live-address.ts'
import { stateWords } from './row-words.ts'

type LiveFiltersProps = {
  /** Everybody whom the filter lets through, in any state. */
  rows: readonly DriverRow[]
  /** The types of all vehicles that somebody drives. */
  vehicles: readonly Vehicle['type'][]
  filter: LiveFilter
  onChange: (part: Partial<LiveFilter>) => void
}

const late = 'late'

/** Searches and filters the drivers of list and map. */
export function LiveFilters({ rows, vehicles, filter, onChange }: LiveFiltersProps) {
  const box = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(filter.q)
  const counts = countStates(rows)
  const lateCount = rows.filter(({ isLate }) => isLate).length
  const { hasDepots, depots } = useScopeNames()
  usePageKeys({ '/': () => box.current?.querySelector('input')?.focus() })
  const chips = [
    { id: late, label: 'Late', count: lateCount },
    ...driverStates.map((state) => ({ id: state, label: stateWords[state], count: counts.get(state) ?? 0 })),
  ].filter(({ id, count }) => count > 0 || isOn(id, filter))
  return (
    <div ref={box} className="flex flex-col gap-2 border-b px-3 pb-3">
      <div className="flex gap-2">
        <SearchField
          label="Search drivers and next stops"
          placeholder="Search ( / )"
          value={text}
          onChange={(q) => {
            setText(q)
            onChange({ q })
          }}
          className="min-w-0 flex-1"
        />
        {hasDepots && (
          <Choice
            label="Depot"
            all="All depots"
            value={filter.depot}
            options={depots.map(({ id, name }) => ({ id, label: name }))}
            onChange={(depot) => onChange({ depot })}
          />
        )}
        {vehicles.length > 1 && (
          <Choice
            label="Vehicle"
            all="All vehicles"
            value={filter.vehicle}
            options={vehicles.map((type) => ({ id: type, label: typeWords[type] }))}
            onChange={(vehicle) => onChange({ vehicle: vehicle as LiveFilter['vehicle'] })}
          />
        )}
      </div>
      <ChipRow className="min-h-8">
        <FilterChips
          label="What they do"
          isInline
          chips={chips}
          selected={[...(filter.isLateOnly ? [late] : []), ...filter.states]}
          onChange={(on) =>
            onChange({
              isLateOnly: on.includes(late),
              states: driverStates.filter((state): state is DriverState => on.includes(state)),
            })
          }
        />
      </ChipRow>
    </div>
  )
}

const isOn = (id: string, { isLateOnly, states }: LiveFilter) =>
  id === late ? isLateOnly : states.includes(id as DriverState)

type ChoiceProps = {
  label: string
  all: string
  value: string
  options: { id: string; label: string }[]
  onChange: (id: string) => void
}

const everything = 'all'

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  const words = options.find(({ id }) => id === value)?.label ?? all
  return (
    <Menu
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value || everything]}
      onAction={(id) => onChange(id === everything ? '' : String(id))}
      trigger={
        <Button aria-label={`${label}: ${words}`} className={cx('max-w-36 px-2.5', value && 'text-brand-ink')}>
          <span className="truncate">{words}</span>
          <ChevronDown aria-hidden="true" className="size-4 text-ink-muted" />
        </Button>
      }
    >
      {[{ id: everything, label: all }, ...options].map((option) => (
        <MenuItem key={option.id} id={option.id}>
          {option.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
