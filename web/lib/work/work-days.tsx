import type { PaySheet } from '#domain/schema/pay.ts'
import { countOf, formatDay, formatDuration, formatKilometers, formatMoney } from '../format.ts'

/** What a driver worked on each day of a period, and what it comes to. */
export function WorkOfDays({ sheet }: { sheet: PaySheet }) {
  const { days, pay, worked_minutes, break_minutes, stops, km, open_shifts } = sheet
  const parts = [
    `${formatDuration(worked_minutes * 60)} worked`,
    `${formatDuration(break_minutes * 60)} of breaks`,
    countOf(stops, 'stop'),
    formatKilometers(km),
  ]
  return (
    <div className="grid gap-4">
      <p className="text-ink-muted">{parts.join(' · ')}</p>
      {pay.map(({ currency, total, hours, stops: forStops, km: forKm }) => (
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
      <ul aria-label="Days" className="divide-y rounded-xl border">
        {days.map((day) => (
          <li key={day.day} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-3">
            <span className="font-medium">{formatDay(day.day)}</span>
            {day.pay && (
              <span className="font-medium tabular-nums">{formatMoney(day.pay.total, day.pay.currency)}</span>
            )}
            <span className="w-full text-[0.8125rem] text-ink-muted">
              {[
                formatDuration(day.worked_minutes * 60),
                day.breaks > 0
                  ? `${countOf(day.breaks, 'break')}, ${formatDuration(day.break_minutes * 60)}`
                  : 'no break',
                countOf(day.stops, 'stop'),
                `${formatKilometers(day.km)} by ${kmWords[day.km_from]}`,
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const kmWords = { odometer: 'the odometer', plan: 'the plan', both: 'odometer and plan' }
