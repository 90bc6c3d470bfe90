import type { DayEffect } from '#domain/schema/day-suggestion.ts'
import { formatDayBriefly, formatNumber } from '#web/lib/format.ts'

type Change = DayEffect['stops']

/** What each day gets if all suggestions are taken, beside what it has already. */
export function EffectsTable({ effects }: { effects: readonly DayEffect[] }) {
  const sum = (of: (effect: DayEffect) => Change) =>
    effects.reduce(({ before, after }, each) => ({ before: before + of(each).before, after: after + of(each).after }), {
      before: 0,
      after: 0,
    })
  const orders = effects.reduce((total, each) => total + each.orders, 0)
  return (
    <div className="mt-4 overflow-x-auto rounded-xl border">
      <table className="w-full text-right tabular-nums max-sm:text-[0.8125rem]">
        <caption className="sr-only">What each day gets if all suggestions are taken</caption>
        <thead className="text-[0.8125rem] text-ink-muted">
          <tr className="[&>th]:px-2 sm:[&>th]:px-3 [&>th]:py-2 [&>th]:font-medium">
            <th scope="col" className="text-left">
              Day
            </th>
            <th scope="col">New</th>
            <th scope="col">Stops</th>
            <th scope="col">km</th>
            <th scope="col">Drivers</th>
          </tr>
        </thead>
        <tbody>
          {effects.map((effect) => (
            <Row key={effect.day} head={formatDayBriefly(effect.day, effects[0]!.day.slice(0, 4))} {...effect} />
          ))}
        </tbody>
        <tfoot className="font-medium">
          <Row
            head="Together"
            orders={orders}
            stops={sum(({ stops }) => stops)}
            distance_km={sum(({ distance_km }) => distance_km)}
            drivers={sum(({ drivers }) => drivers)}
          />
        </tfoot>
      </table>
    </div>
  )
}

type RowProps = Omit<DayEffect, 'day'> & { head: string }

function Row({ head, orders, stops, distance_km, drivers }: RowProps) {
  return (
    <tr className="border-t [&>td]:px-2 sm:[&>td]:px-3 [&>td]:py-1.5">
      <th scope="row" className="px-2 py-1.5 text-left font-medium whitespace-nowrap sm:px-3">
        {head}
      </th>
      <td>{orders > 0 ? `+${orders}` : '–'}</td>
      <td>
        <Difference {...stops} />
      </td>
      <td>
        <Difference {...distance_km} digits={1} />
      </td>
      <td>
        <Difference {...drivers} />
      </td>
    </tr>
  )
}

/** Before and after, or once if nothing changes. */
function Difference({ before, after, digits = 0 }: Change & { digits?: 0 | 1 }) {
  const [was, is] = [formatNumber(before, digits), formatNumber(after, digits)]
  if (was === is) return <span className="text-ink-muted">{is}</span>
  return (
    <>
      <span className="text-ink-muted">
        {was}
        <span aria-hidden="true"> → </span>
        <span className="sr-only"> before, </span>
      </span>
      {is}
      <span className="sr-only"> after</span>
    </>
  )
}
