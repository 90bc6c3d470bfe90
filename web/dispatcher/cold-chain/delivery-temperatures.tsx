import { useQuery } from '@tanstack/react-query'
import { getDeliveryTemperatures } from '#domain/api/temperatures.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { TemperatureChart } from './temperature-chart.tsx'
import { degrees, placeWords, rangeWords } from './temperature-words.ts'

/** What a delivery was kept at while it was on board. Nothing for one that needs no temperature, or was not on board. */
export function DeliveryTemperatures({ delivery }: { delivery: Delivery }) {
  const isFor = useMay('see_operations')
  const { time_zone } = useMe().workspace
  const needs = rangeWords(delivery)
  const { data } = useQuery({
    enabled: isFor && needs !== '',
    queryKey: [...keys.coldChain, 'delivery', delivery.id],
    queryFn: ({ signal }) => call(getDeliveryTemperatures, { params: { id: delivery.id }, signal }),
  })
  if (!data?.aboard_from || data.vehicle_code === null) return null
  const { lowest_c, highest_c, mean_kinetic_c, excursions } = data
  const place = placeWords({ vehicle_code: data.vehicle_code, compartment: data.compartment ?? '' })
  return (
    <section aria-label="Temperature on board" className="flex flex-col gap-2">
      <h3 className="font-semibold">Temperature on board</h3>
      <p className="text-[0.8125rem] text-ink-muted">
        Needs {needs}. In {place} {data.aboard_until ? 'from' : 'since'} {formatDateTime(data.aboard_from, time_zone)}
        {data.aboard_until && ` to ${formatDateTime(data.aboard_until, time_zone)}`}.
      </p>
      {lowest_c === null ? (
        <p>Nothing was read while it was on board.</p>
      ) : (
        <>
          <p>
            {degrees(lowest_c)} to {degrees(highest_c!)}; mean kinetic temperature {degrees(mean_kinetic_c!)}
          </p>
          <TemperatureChart
            label="Temperature on board"
            readings={data.readings}
            limits={delivery}
            timeZone={time_zone}
          />
        </>
      )}
      {excursions.length > 0 && (
        <ul className="list-disc pl-5">
          {excursions.map(({ began_at, ended_at, degree_minutes }) => (
            <li key={began_at}>
              Out of range from {formatDateTime(began_at, time_zone)}
              {ended_at ? ` to ${formatDateTime(ended_at, time_zone)}` : ' until now'}, {formatNumber(degree_minutes)}{' '}
              degree-minutes
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
