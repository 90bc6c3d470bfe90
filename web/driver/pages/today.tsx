import { ArrowUpDown, CheckCheck, Coffee, HandHelping, MapPinPlus, Navigation, Play, Warehouse } from 'lucide-react'
import type { DrivenDayRoute } from '#domain/schema/driver-day.ts'
import { dayIn, isDone, isOpen, isVisit, nextBreak, nextStop, routeOfToday } from '../day/stops.ts'
import { go } from '../path.ts'
import { useDay, useRoad } from '../road/use-road.ts'
import { UndoBar } from '../shell/undo-bar.tsx'
import { NextStop } from '../stop/next-stop.tsx'
import { StopRow } from '../stop/stop-row.tsx'
import { Card, Note, Part } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Screen } from '../ui/screen.tsx'
import { useNow } from '../use-now.ts'
import { useWords } from '../words/use-words.tsx'

/** The day at a glance: where to go now, what follows, and what is done. */
export function TodayPage() {
  const { say, day: writeDay } = useWords()
  const day = useDay()
  const now = useNow()
  const route = routeOfToday(day, now)
  const isToday = route?.day === dayIn(day.workspace.time_zone, now)
  const visits = route?.stops.filter(isVisit) ?? []
  // The one that was taken, which may be another than planned.
  const vehicle = day.vehicles.find(({ id }) => id === day.shift?.vehicle_id)?.code
  return (
    <Screen
      title={isToday || !route ? say('today.title') : writeDay(route.day)}
      subtitle={
        route &&
        [
          vehicle ?? route.vehicle_code,
          say('today.progress', { done: visits.filter(isDone).length, all: visits.length }),
        ]
          .filter(Boolean)
          .join(' · ')
      }
      onBack={null}
    >
      <BeforeTheRoute />
      {route && !isToday && <Note>{say('today.notToday', { day: writeDay(route.day) })}</Note>}
      {route ? (
        <Route route={route} />
      ) : (
        <Card className="grid justify-items-center gap-2 py-8 text-center">
          <Navigation aria-hidden="true" className="size-10 text-ink-faint" />
          <h2 className="font-semibold">{say('today.none')}</h2>
          <p className="text-pretty text-ink-muted">{say('today.noneText')}</p>
        </Card>
      )}
      {!route && <OnShift />}
      {!(route && day.shift && nextStop(route)) && <UndoBar place="aboveTabs" />}
    </Screen>
  )
}

/** The sign above the words; the last of an odd number is as wide as two. */
const tile = 'flex-col gap-1 text-sm last:odd:col-span-2'

function Route({ route }: { route: DrivenDayRoute }) {
  const { say } = useWords()
  const { settings, shift } = useDay()
  const next = nextStop(route)
  const rest = route.stops.filter((stop) => isOpen(stop) && stop !== next && stop.kind !== 'start')
  const done = route.stops.filter((stop) => isDone(stop) && isVisit(stop))
  return (
    <>
      {next ? (
        <NextStop stop={next} />
      ) : (
        <Card className="grid justify-items-center gap-2 py-8 text-center">
          <CheckCheck aria-hidden="true" className="size-10 text-brand" />
          <h2 className="font-semibold">{say('today.done')}</h2>
          <p className="text-pretty text-ink-muted">{say('today.doneText')}</p>
        </Card>
      )}
      <OnShift />
      {rest.length > 0 && (
        <Part title={say('today.later')}>
          <ol className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface">
            {rest.map((stop) => (
              <StopRow key={stop.id} stop={stop} />
            ))}
          </ol>
        </Part>
      )}
      {shift && (
        <div className="grid grid-cols-2 gap-2">
          {settings.may_reorder && rest.length > 0 && (
            <Press
              className={tile}
              icon={<ArrowUpDown aria-hidden="true" className="size-5" />}
              onClick={() => go('/order')}
            >
              {say('today.reorder')}
            </Press>
          )}
          {settings.may_add_stops && (
            <Press
              className={tile}
              icon={<MapPinPlus aria-hidden="true" className="size-5" />}
              onClick={() => go('/add')}
            >
              {say('today.addStop')}
            </Press>
          )}
          {settings.may_hand_over && (
            <Press
              className={tile}
              icon={<HandHelping aria-hidden="true" className="size-5" />}
              onClick={() => go('/hand')}
            >
              {say('today.handOver')}
            </Press>
          )}
          {settings.may_hand_over && (
            <Press
              className={tile}
              icon={<HandHelping aria-hidden="true" className="size-5 -scale-x-100" />}
              onClick={() => go('/take')}
            >
              {say('today.takeOver')}
            </Press>
          )}
          {next?.kind !== 'end' && (
            <Press
              className={tile}
              icon={<Warehouse aria-hidden="true" className="size-5" />}
              onClick={() => go('/depot')}
            >
              {say('today.toDepot')}
            </Press>
          )}
        </div>
      )}
      {done.length > 0 && (
        <Part title={say('today.finished')}>
          <ol className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface">
            {done.map((stop) => (
              <StopRow key={stop.id} stop={stop} />
            ))}
          </ol>
        </Part>
      )}
    </>
  )
}

/** What comes first: the shift, because nothing is recorded before, and the end of a break. */
function BeforeTheRoute() {
  const { say, duration } = useWords()
  const road = useRoad()
  const { shift } = useDay()
  const now = useNow()
  if (!shift) {
    return (
      <Card className="grid gap-3">
        <Press
          look="primary"
          isLarge
          icon={<Play aria-hidden="true" className="size-5 rtl:-scale-x-100" />}
          onClick={() => go('/shift')}
        >
          {say('shift.start')}
        </Press>
        <p className="text-center text-sm text-ink-muted">{say('shift.startText')}</p>
      </Card>
    )
  }
  if (!shift.on_break_since) return null
  return (
    <Card className="grid gap-3">
      <p className="flex items-center justify-center gap-2 text-lg font-semibold">
        <Coffee aria-hidden="true" className="size-6" />
        {say('shift.onBreak', { time: duration(now - Date.parse(shift.on_break_since)) })}
      </p>
      <Press look="primary" isLarge onClick={() => void road.note({ kind: 'break_ended', data: {} })}>
        {say('shift.breakEnd')}
      </Press>
    </Card>
  )
}

/** Below the next stop, which comes first. */
function OnShift() {
  const { say, time } = useWords()
  const road = useRoad()
  const day = useDay()
  const { shift, workspace } = day
  if (!shift) return null

  async function begin() {
    await road.note({ kind: 'break_started', data: { stop_id: nextBreak(day, Date.now())?.id ?? null } })
    // What ends it is at the top.
    window.scrollTo(0, 0)
  }

  return (
    <div className="grid grid-cols-2 gap-2">
      <p className="col-span-2 text-sm text-ink-muted">
        {say('shift.running', { time: time(shift.started_at, workspace.time_zone) })}
      </p>
      {!shift.on_break_since && <Press onClick={() => void begin()}>{say('shift.break')}</Press>}
      <Press onClick={() => go('/shift')}>{say('shift.end')}</Press>
    </div>
  )
}
