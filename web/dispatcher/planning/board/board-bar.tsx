import { ChartGantt, ListTree, Map as MapIcon, PanelRight } from 'lucide-react'
import { Group } from 'react-aria-components'
import type { Plan } from '#domain/schema/plan.ts'
import { formatDuration, formatMoney } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PeopleHere } from '../../records/people-here.tsx'
import { OptimizeBar } from '../optimize/optimize-bar.tsx'
import { UndoButtons } from '../changes/undo-buttons.tsx'
import { planContents, planKilometers } from '../plan-words.ts'
import { usePeople } from './people.tsx'
import type { PaneName, usePanes } from './use-panes.ts'

type BoardBarProps = { plan: Plan; panes: ReturnType<typeof usePanes> }

/** One slim strip above the panes: the plan in figures, what can be done with it, and which panes are shown. */
export function BoardBar({ plan, panes }: BoardBarProps) {
  const { people } = usePeople()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Figures plan={plan} />
      <PeopleHere people={people} colorOf={(id) => people.find((person) => person.id === id)?.color} />
      <div className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1.5 max-sm:w-full max-sm:justify-between">
        <OptimizeBar plan={plan} />
        <UndoButtons plan={plan} />
        <PaneButtons {...panes} />
      </div>
    </div>
  )
}

function Figures({ plan: { totals } }: { plan: Plan }) {
  const { currency } = useMe().workspace
  if (!totals) return null
  const figures = [
    planContents(totals),
    planKilometers(totals.distance_km),
    `${formatDuration(totals.driving_seconds)} driving`,
    totals.cost != null && formatMoney(totals.cost, currency),
  ]
  return <p className="min-w-0 text-[0.8125rem] text-ink-muted tabular-nums">{figures.filter(Boolean).join(' · ')}</p>
}

const buttons: { name: PaneName; label: string; Icon: typeof MapIcon }[] = [
  { name: 'list', label: 'Routes', Icon: ListTree },
  { name: 'map', label: 'Map', Icon: MapIcon },
  { name: 'timeline', label: 'Timeline', Icon: ChartGantt },
  { name: 'details', label: 'Details', Icon: PanelRight },
]

/** Which panes are shown. On phones, tabs choose one. */
function PaneButtons({ panes: { hidden }, toggle }: ReturnType<typeof usePanes>) {
  return (
    <Group aria-label="Panes" className="flex items-center rounded-lg border p-0.5 max-lg:hidden">
      {buttons.map(({ name, label, Icon }) => (
        <IconButton
          key={name}
          size="small"
          label={`${hidden.includes(name) ? 'Show' : 'Hide'} ${label.toLowerCase()}`}
          aria-pressed={!hidden.includes(name)}
          icon={<Icon aria-hidden="true" className="size-4" />}
          className={hidden.includes(name) ? 'opacity-45' : 'text-brand-ink'}
          onPress={() => toggle(name)}
        />
      ))}
    </Group>
  )
}
