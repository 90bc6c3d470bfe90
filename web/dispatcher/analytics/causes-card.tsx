import { lateCauseNames, lateCauses } from '#domain/figures/late-cause.ts'
import type { FigureReport } from '#domain/schema/figures.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { FigureLink } from './figure-link.tsx'
import { ShareBars } from './share-bars.tsx'

/** Why deliveries were late. Each has one cause, so they add up. */
export function CausesCard({ report }: { report: FigureReport }) {
  const { values } = report.total
  return (
    <Card
      title="Why deliveries were late"
      description="Each late delivery has one cause, the one that took the most time"
    >
      <ShareBars
        label="Causes"
        none="None was late."
        bars={lateCauses.map((cause) => {
          const count = values[`late_${cause}`] ?? 0
          const { label, say } = lateCauseNames[cause]
          return {
            id: cause,
            label,
            hint: say,
            value: count,
            shown: count ? (
              <FigureLink
                behind={{ show: `late_${cause}` }}
                label={`${countOf(count, 'late delivery', 'late deliveries')}, ${label}: show them`}
              >
                {formatNumber(count, 0)}
              </FigureLink>
            ) : (
              '0'
            ),
          }
        })}
      />
    </Card>
  )
}
