import { ChevronDown, ChevronUp, Lock, Navigation } from 'lucide-react'
import { useState } from 'react'
import type { DrivenStop } from '#domain/schema/driver-day.ts'
import { isOpen, isUnderWay, isVisit, routeOfToday } from '../day/stops.ts'
import { go } from '../path.ts'
import { useDay } from '../road/use-road.ts'
import { useSpeak } from '../shell/speaker.tsx'
import { addressOf, stopName } from '../stop/stop-words.ts'
import { Press } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../use-action.ts'
import { useWords } from '../words/use-words.tsx'

/** Stops that are still to do, in another order. Those that are locked keep their places. */
export function OrderPage() {
  const words = useWords()
  const { say } = words
  const speak = useSpeak()
  const { act, problem, isPending } = useAction()
  const route = routeOfToday(useDay(), Date.now())
  const [stops, setStops] = useState(() => route?.stops.filter((stop) => isOpen(stop) && isVisit(stop)) ?? [])

  function move(from: number, by: -1 | 1) {
    const to = neighbor(stops, from, by)
    if (to === undefined) return
    const moved = stops.with(from, stops[to]!).with(to, stops[from]!)
    setStops(moved)
    speak(say('order.moved', { name: stopName(stops[from]!, words), number: to + 1 }))
  }

  async function save() {
    if (!route) return
    const data = { route_id: route.id, stop_ids: stops.map(({ id }) => id) }
    if (await act({ kind: 'reordered', data })) go('/', { replace: true })
  }

  return (
    <Screen
      title={say('order.title')}
      actions={
        <Press look="primary" isLarge isPending={isPending} onClick={() => void save()}>
          {say('save')}
        </Press>
      }
    >
      <Problem text={problem} />
      <p className="text-ink-muted">{say('order.text')}</p>
      <ol className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface">
        {stops.map((stop, at) => (
          <li key={stop.id} className="flex items-center gap-2 py-1.5 ps-4 pe-1.5">
            <span className="w-6 shrink-0 font-semibold tabular-nums">{at + 1}</span>
            <span className="min-w-0 grow">
              <span className="block font-semibold wrap-anywhere">{stopName(stop, words)}</span>
              <span className="block text-sm text-ink-muted wrap-anywhere">
                <bdi>{addressOf(stop)}</bdi>
              </span>
            </span>
            {isFixed(stop) ? (
              <span className="grid size-12 shrink-0 place-items-center">
                {stop.locked ? (
                  <Lock aria-label={say('stop.locked')} className="size-5 text-ink-faint" />
                ) : (
                  <Navigation aria-label={say('status.in_transit')} className="size-5 text-ink-faint" />
                )}
              </span>
            ) : (
              ([-1, 1] as const).map((by) => (
                <button
                  key={by}
                  type="button"
                  aria-label={say(by < 0 ? 'order.up' : 'order.down', { name: stopName(stop, words) })}
                  disabled={neighbor(stops, at, by) === undefined}
                  onClick={() => move(at, by)}
                  className="focus-ring grid size-12 shrink-0 place-items-center rounded-xl pressed:bg-pressed disabled:opacity-30"
                >
                  {by < 0 ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
                </button>
              ))
            )}
          </li>
        ))}
      </ol>
    </Screen>
  )
}

/** Locked by a dispatcher, or where the driver is going right now. */
const isFixed = (stop: DrivenStop): boolean => stop.locked || isUnderWay(stop)

/** The next place in a direction that is free to change with. */
function neighbor(stops: DrivenStop[], from: number, by: -1 | 1): number | undefined {
  for (let at = from + by; at >= 0 && at < stops.length; at += by) {
    // Nothing comes before where the driver is going.
    if (isUnderWay(stops[at]!)) return undefined
    if (!stops[at]!.locked) return at
  }
  return undefined
}
