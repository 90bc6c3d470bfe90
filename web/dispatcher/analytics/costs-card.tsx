import type { FigureReport } from '#domain/schema/figures.ts'
import { countOf, formatMoney } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { FigureLink } from './figure-link.tsx'
import { ShareBars } from './share-bars.tsx'

type Costs = FigureReport['total']['costs'][number]

const parts = [
  { id: 'distance', label: 'Distance', hint: 'Kilometers × what the vehicle costs per kilometer' },
  { id: 'time', label: 'Working time', hint: 'Driving, stops and waiting × what they cost per hour' },
  { id: 'stops', label: 'Stops and parcels', hint: 'Stops and pieces × what the vehicle costs for each' },
  { id: 'fixed', label: 'Fixed', hint: 'What a vehicle costs for each day that it drives' },
  { id: 'messages', label: 'Messages', hint: 'Texts to recipients × the price of a text in your settings' },
] as const

/** What deliveries cost, and where it comes from, for each currency apart. */
export function CostsCard({ report }: { report: FigureReport }) {
  const { costs } = report.total
  return (
    <Card title="Cost per delivery" description="From the planned routes and the costs of their vehicles">
      {costs.length === 0 ? (
        <p className="text-ink-muted">
          No costs are known. Say what each <Link to="/dashboard/vehicles">vehicle</Link> costs, and plans count it from
          then on.
        </p>
      ) : (
        <div className="flex flex-col gap-5">
          {costs.map((cost) => (
            <Currency key={cost.currency} cost={cost} before={beforeOf(report, cost)} />
          ))}
        </div>
      )}
    </Card>
  )
}

const beforeOf = ({ total_before }: FigureReport, { currency }: Costs) =>
  total_before?.costs.find((each) => each.currency === currency)?.per_delivery ?? null

function Currency({ cost, before }: { cost: Costs; before: number | null }) {
  const { currency, per_delivery, total, deliveries } = cost
  const money = (minor: number) => formatMoney(Math.round(minor), currency)
  return (
    <div>
      <p className="text-2xl font-semibold tracking-tight tabular-nums">
        {per_delivery === null ? '–' : money(per_delivery)}
      </p>
      <p className="mb-3 text-[0.8125rem] text-ink-muted tabular-nums">
        {money(total)} for{' '}
        <FigureLink
          behind={{ show: 'costed' }}
          label={`${countOf(deliveries, 'delivery', 'deliveries')} whose cost is known: show them`}
        >
          {countOf(deliveries, 'delivery', 'deliveries')}
        </FigureLink>
        {before !== null && <>, {money(before)} each before</>}
      </p>
      <ShareBars
        label={`Parts of the cost in ${currency}`}
        none="Nothing was spent."
        bars={parts.map((part) => ({
          ...part,
          value: cost[part.id],
          shown: cost[part.id] ? (
            <FigureLink
              behind={{ show: part.id === 'messages' ? 'messaged' : 'costed' }}
              label={`${money(cost[part.id])}, ${part.label}: show the deliveries`}
            >
              {money(cost[part.id])}
            </FigureLink>
          ) : (
            money(0)
          ),
        }))}
      />
    </div>
  )
}
