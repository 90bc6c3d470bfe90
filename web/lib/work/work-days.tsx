import type { DueBreak, PaySheet, WorkSheet } from '#domain/schema/pay.ts'
import { countOf, formatDay, formatDuration, formatKilometers, formatMoney, formatTime } from '../format.ts'
import { useMe } from '../me.ts'

type Sheet = WorkSheet | PaySheet

/** What a driver worked on each day of a period, which breaks were kept, and what it comes to if that is known. */
export function WorkOfDays({ sheet }: { sheet: Sheet }) {
  const { days, worked_minutes, break_minutes, planned_breaks, kept_breaks, stops, km, open_shifts } = sheet
  const parts = [
    `${formatDuration(worked_minutes * 60)} worked`,
    `${formatDuration(break_minutes * 60)} of breaks`,
    planned_breaks > 0 && keptWords(kept_breaks, planned_breaks),
    countOf(stops, 'stop'),
    formatKilometers(km),
  ].filter(Boolean)
  return (
    <div className="grid gap-4">
      <p className="text-ink-muted">{parts.join(' · ')}</p>
      {'pay' in sheet &&
        sheet.pay.map(({ currency, total, hours, stops: forStops, km: forKm }) => (
          <p key={currency} className="flex flex-wrap items-baseline gap-x-3">
            <span className="text-xl font-semibold tabular-nums">{formatMoney(total, currency)}</span>
            <span className="text-ink-muted">
              {[
                `hours ${formatMoney(hours, currency)}`,
                `stops ${formatMoney(forStops, currency)}`,
                `distance ${formatMoney(forKm, currency)}`,
              ].join(' · ')}
            </span>
          </p>
        ))}
      {open_shifts > 0 && (
        <p className="text-warning-ink">
          {countOf(open_shifts, 'shift is', 'shifts are')} not ended, and count only once they are.
        </p>
      )}
      <ul aria-label="Days" className="divide-y rounded-xl border empty:hidden">
        {days.map((day) => (
          <WorkOfDay key={day.day} day={day} />
        ))}
      </ul>
    </div>
  )
}

export const keptWords = (kept: number, planned: number) => `${kept} of ${countOf(planned, 'planned break')} kept`

function WorkOfDay({ day }: { day: Sheet['days'][number] }) {
  const pay = 'pay' in day ? day.pay : null
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-3">
      <span className="font-medium">{formatDay(day.day)}</span>
      {pay && <span className="font-medium tabular-nums">{formatMoney(pay.total, pay.currency)}</span>}
      <span className="w-full text-[0.8125rem] text-ink-muted">
        {[
          formatDuration(day.worked_minutes * 60),
          day.breaks > 0 ? `${countOf(day.breaks, 'break')}, ${formatDuration(day.break_minutes * 60)}` : 'no break',
          countOf(day.stops, 'stop'),
          `${formatKilometers(day.km)} by ${kmWords[day.km_from]}`,
        ].join(' · ')}
      </span>
      {day.due_breaks.map((due) => (
        <PlannedBreak key={due.planned_at} due={due} />
      ))}
    </li>
  )
}

/** A break of the plan, and what became of it. */
function PlannedBreak({ due }: { due: DueBreak }) {
  const { time_zone: zone } = useMe().workspace
  const { planned_at, planned_minutes, began_at, minutes, is_in_time, is_long_enough } = due
  const isKept = is_in_time && is_long_enough
  const planned = `Break planned at ${formatTime(planned_at, zone)} for ${formatDuration(planned_minutes * 60)}`
  const wrong = [!is_in_time && 'not in time', !is_long_enough && 'shorter than planned'].filter(Boolean).join(', ')
  const real = began_at
    ? `taken at ${formatTime(began_at, zone)} for ${formatDuration((minutes ?? 0) * 60)}${wrong && `, ${wrong}`}`
    : 'not taken'
  return (
    <span className={`w-full text-[0.8125rem] ${isKept ? 'text-ink-muted' : 'text-warning-ink'}`}>
      {planned}: {real}
    </span>
  )
}

const kmWords = { odometer: 'the odometer', plan: 'the plan', both: 'odometer and plan' }
