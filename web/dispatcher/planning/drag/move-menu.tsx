import { useQuery } from '@tanstack/react-query'
import type { DropMark, DropQuestion } from '#domain/drop/drop-board.ts'
import { isClosed } from '#domain/plan-change/route-locks.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { dayAfter } from '#domain/time.ts'
import { formatDay } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { ChooseDialog, type Choice } from '../changes/choose-dialog.tsx'
import { useEditor } from '../changes/editor-context.ts'
import { effectLine } from '../changes/effect-words.ts'
import type { DropEngine } from './drop-engine.ts'
import { sayBreaks } from './drop-words.ts'
import { pick } from './pick.ts'
import type { Drop } from './use-drag.ts'

type MoveMenuProps = { plan: Plan; engine: DropEngine; isExact: boolean; drop: Drop }

/** Where stops can go by menu: routes and free drivers by what that costs, another day, or off the routes. */
export function MoveMenu({ plan, engine, isExact, drop }: MoveMenuProps) {
  const { question, ask } = useEditor()
  const { currency } = useMe().workspace
  const stops = question?.kind === 'move' && !question.withPlace ? question.stops : []
  const picked = stops.length > 0 ? pick(plan, new Set(stops.map(({ id }) => id)), { evenLocked: true }) : null
  const dragged = picked?.dragged
  const marks = useQuery({
    queryKey: ['plans', 'marks', plan.id, plan.version, dragged],
    queryFn: () => engine.marks(dragged!),
    enabled: dragged !== undefined,
    staleTime: 0,
  })
  if (!picked) return null
  const entries = marks.data || marks.isError ? entriesOf(plan, marks.data ?? [], isExact, currency) : []
  const isWorking = entries.length === 0
  return (
    <ChooseDialog
      key={String(isWorking)}
      title={`Move ${picked.label} to`}
      description={
        isWorking ? 'Working out what each place costs…' : 'At the place where it costs least, the cheapest first.'
      }
      choices={entries.map(({ choice }) => choice)}
      emptyText="Working out what each place costs…"
      onChoose={(id) => {
        const entry = entries.find(({ choice }) => choice.id === id)!
        ask(null)
        void engine.ask(picked.dragged, entry.target).then((answer) => drop(plan, picked, entry.target, answer))
      }}
      onClose={() => ask(null)}
    />
  )
}

type Entry = { target: DropQuestion; choice: Choice }

function entriesOf(plan: Plan, marks: readonly DropMark[], isExact: boolean, currency: string): Entry[] {
  const known = new Set(marks.map(({ route_id }) => route_id))
  return [
    ...marks.map(({ name, route_id, driver_id, target, answer }): Entry => {
      const told = answer.kind === 'effect' ? [effectLine(answer.effect, currency), ...sayBreaks(answer.breaks)] : []
      const description = told.length > 0 ? `${isExact ? '' : '≈ '}${told.join('. ')}` : 'What it changes is shown next'
      const choice = { id: route_id ?? driver_id, label: name, description, ...(!route_id && { note: 'New route' }) }
      return { target, choice }
    }),
    ...plan.routes
      .filter(({ id }) => !known.has(id))
      .map((route): Entry => ({
        target: { kind: 'best', route_id: route.id },
        choice: {
          id: route.id,
          label: route.driver_name,
          description: isClosed(route) ? 'Locked; you are asked first' : 'Does not fit; you see what would break',
        },
      })),
    ...[1, 2, 3].map((days): Entry => {
      const day = dayAfter(plan.day, days)
      return { target: { kind: 'day', day }, choice: { id: day, label: formatDay(day), note: 'Another day' } }
    }),
    { target: { kind: 'unassigned' }, choice: { id: 'unassigned', label: 'Unassigned', note: 'Off the routes' } },
  ]
}
