import { lazy, useState } from 'react'
import { LazyMap } from '#web/map/lazy-map.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { Panel } from '../../parts/panel.tsx'
import { deliveryMarkers, formatPosition, sampleDeliveries, type SampleDelivery } from './sample-deliveries.ts'

const CenterLayer = lazy(() => import('./center-layer.tsx'))

/** A list of active deliveries next to a map. Choosing one centers the map on it. */
export function ActiveDeliveries() {
  const [chosen, setChosen] = useState<SampleDelivery>()
  const choose = (id: string) => setChosen({ ...sampleDeliveries.find((each) => each.id === id)! })
  return (
    <Panel title="Active Deliveries" aside={<Badge>Sample data</Badge>} isPadded={false}>
      <div className="grid lg:grid-cols-[23rem_1fr]">
        <ul className="divide-y max-lg:border-b lg:border-r">
          {sampleDeliveries.map((delivery) => (
            <li key={delivery.id} className="lg:h-1/3">
              <DeliveryButton
                delivery={delivery}
                isChosen={delivery.id === chosen?.id}
                onPress={() => choose(delivery.id)}
              />
            </li>
          ))}
        </ul>
        <LazyMap
          label="Map of active deliveries"
          markers={deliveryMarkers}
          selectedId={chosen?.id}
          onSelect={choose}
          className="h-[400px]"
        >
          {chosen && <CenterLayer request={chosen} />}
        </LazyMap>
      </div>
      <output className="block min-h-11 border-t px-5 py-3 text-sm text-ink-muted">
        {chosen
          ? `The map is centered on ${chosen.id} at ${formatPosition(chosen.position)}.`
          : 'Select a delivery to center the map on it.'}
      </output>
    </Panel>
  )
}

type DeliveryButtonProps = { delivery: SampleDelivery; isChosen: boolean; onPress: () => void }

function DeliveryButton({ delivery, isChosen, onPress }: DeliveryButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onPress}
      className="focus-ring relative flex size-full flex-col justify-center gap-1 px-5 py-4 text-left -outline-offset-2 not-aria-pressed:hovered:bg-hover aria-pressed:bg-brand-soft aria-pressed:before:absolute aria-pressed:before:inset-y-0 aria-pressed:before:left-0 aria-pressed:before:w-1 aria-pressed:before:bg-brand"
    >
      <span className="flex w-full items-center justify-between gap-3">
        <span className="font-semibold tabular-nums">{delivery.id}</span>
        <StateBadge state={delivery.status} />
      </span>
      <span className="text-[0.9375rem] leading-snug">{delivery.destination}</span>
      <span className="flex w-full flex-wrap justify-between gap-x-3 text-[0.8125rem] text-ink-muted tabular-nums">
        <span>
          <abbr title="Estimated time of arrival" className="no-underline">
            ETA
          </abbr>{' '}
          <span className="font-medium text-ink">{delivery.eta}</span>
        </span>
        <span>{formatPosition(delivery.position)}</span>
      </span>
    </button>
  )
}
