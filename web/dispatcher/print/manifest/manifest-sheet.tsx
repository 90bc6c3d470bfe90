import type { Delivery } from '#domain/schema/delivery.ts'
import { countOf, formatDateTime, formatDay, formatKilograms, formatVolume } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { stateLook } from '#web/ui/state-badge.tsx'
import type { DeliveriesFilter } from '../../deliveries/deliveries-address.ts'
import { spanWords, windowWords } from '../../deliveries/delivery-words.ts'
import { loadWords, needWords } from '../print-words.ts'

type ManifestSheetProps = { deliveries: readonly Delivery[]; filter: DeliveriesFilter }

/** The deliveries as a list on paper, with what they weigh together. */
export function ManifestSheet({ deliveries, filter }: ManifestSheetProps) {
  const { workspace } = useMe()
  const isOneDay = filter.span.from !== null && filter.span.from === filter.span.to
  const sum = (field: 'weight_kg' | 'volume_l') => deliveries.reduce((total, each) => total + each[field], 0)
  return (
    <>
      <header className="mb-4 flex items-end justify-between gap-6">
        <div>
          <p className="text-[9pt]">{workspace.name}</p>
          <h2 className="text-[16pt] leading-tight font-bold">Manifest, {lowerFirst(spanWords(filter.span))}</h2>
          <p>
            {[
              countOf(deliveries.length, 'delivery', 'deliveries'),
              formatKilograms(sum('weight_kg')),
              formatVolume(sum('volume_l')),
              filter.q.trim() && `search “${filter.q.trim()}”`,
              filter.statuses.map((state) => stateLook(state).label).join(', '),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <p className="text-right text-[8pt]">Printed {formatDateTime(new Date(), workspace.time_zone)}</p>
      </header>
      <table>
        <colgroup>
          <col style={{ width: '6%' }} />
          <col style={{ width: isOneDay ? '10%' : '13%' }} />
          <col style={{ width: '25%' }} />
          <col style={{ width: '12%' }} />
          <col style={{ width: '11%' }} />
          <col style={{ width: '11%' }} />
          <col style={{ width: '10%' }} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">{isOneDay ? 'Window' : 'Day, window'}</th>
            <th scope="col">Address</th>
            <th scope="col">Recipient</th>
            <th scope="col">Phone</th>
            <th scope="col">Load</th>
            <th scope="col">Driver</th>
            <th scope="col">Notes</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} isOneDay={isOneDay} />
          ))}
        </tbody>
      </table>
      {deliveries.length === 0 && <p className="py-4">No delivery matches.</p>}
    </>
  )
}

const ended: string[] = ['delivered', 'failed', 'cancelled']

function Row({ delivery, isOneDay }: { delivery: Delivery; isOneDay: boolean }) {
  const needs = needWords(delivery)
  return (
    <tr>
      <td className="font-semibold">
        #{delivery.number}
        {ended.includes(delivery.status) && <div className="text-[8pt]">{stateLook(delivery.status).label}</div>}
      </td>
      <td>
        {!isOneDay && <div>{formatDay(delivery.scheduled_date)}</div>}
        {windowWords(delivery)}
      </td>
      <td>{delivery.delivery_address}</td>
      <td>{delivery.recipient_name}</td>
      <td>{delivery.recipient_phone}</td>
      <td className="whitespace-nowrap">{loadWords(delivery)}</td>
      <td>{delivery.driver_name ?? delivery.wanted_driver_name}</td>
      <td>
        {needs && <div className="font-semibold">{needs}</div>}
        {delivery.notes}
      </td>
    </tr>
  )
}

function lowerFirst(text: string): string {
  return /^(All|From|Until)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
