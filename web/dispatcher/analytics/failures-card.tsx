import type { FigureReport } from '#domain/schema/figures.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { FigureLink } from './figure-link.tsx'
import { rowName } from './figure-words.ts'
import { ShareBars } from './share-bars.tsx'

/** Failed attempts by what drivers said. @param report split by reason */
export function FailuresCard({ report }: { report: FigureReport }) {
  const rows = report.rows.filter(({ figures }) => (figures.values.failed ?? 0) > 0)
  return (
    <Card title="Why attempts failed" description="By the reason that the driver or a dispatcher gave">
      <ShareBars
        label="Reasons"
        none="None failed."
        bars={rows.map(({ key, name, figures }) => {
          const count = figures.values.failed ?? 0
          const label = rowName('reason', key, name)
          return {
            id: key ?? 'none',
            label,
            value: count,
            shown: (
              <FigureLink
                behind={{ show: 'failed', split: 'reason', key }}
                label={`${countOf(count, 'failed attempt')}, ${label}: show them`}
              >
                {formatNumber(count, 0)}
              </FigureLink>
            ),
          }
        })}
      />
    </Card>
  )
}
