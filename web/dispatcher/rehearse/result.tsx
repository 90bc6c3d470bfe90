import { useState } from 'react'
import type { Rehearsal, RehearsalSource } from '#domain/schema/rehearsal.ts'
import { countOf, formatDuration, formatNumber } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/select.tsx'
import { Comparison } from './comparison.tsx'
import { Histogram } from './histogram.tsx'
import { knownMeasures, rangeOf } from './measures.ts'
import { RiskyStops } from './risky-stops.tsx'
import { RouteEnds } from './route-ends.tsx'

/** What drawn days say: all variants side by side, then one of them in detail, then what they were drawn from. */
export function Result({ rehearsal }: { rehearsal: Rehearsal }) {
  const { currency, time_zone: zone } = useMe().workspace
  const [shown, setShown] = useState('0')
  const { variants, drawn_from, drawn_milliseconds } = rehearsal.result!
  const variant = variants[Number(shown)] ?? variants[0]!
  const measures = knownMeasures(variants, currency)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Comparison variants={variants} measures={measures} />
      {variants.length > 1 && (
        <Select
          label="In detail"
          className="w-full sm:w-72"
          value={shown}
          onChange={(next) => setShown(String(next))}
          options={variants.map(({ name }, index) => ({ id: String(index), label: name }))}
        />
      )}
      {variant.measures && (
        <ul aria-label="Distributions" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {measures.map((measure) => {
            const found = variant.measures![measure.key]
            return found ? (
              <li key={measure.key} className="rounded-xl border bg-surface p-4 shadow-card">
                <h3 className="text-[0.8125rem] text-ink-muted">{measure.label}</h3>
                <p className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">{measure.write(found.p50)}</p>
                <p className="mb-3 text-[0.8125rem] text-ink-muted">
                  {rangeOf(found, measure.write)} on 8 of 10 days. {measure.hint}.
                </p>
                <Histogram of={found} measure={measure} />
              </li>
            ) : null
          })}
        </ul>
      )}
      <RouteEnds routes={variant.routes} zone={zone} />
      <RiskyStops risky={variant.risky} deliveries={rehearsal.deliveries} zone={zone} />
      <DrawnFrom sources={drawn_from} />
      <p className="text-[0.8125rem] text-ink-muted">
        {countOf(rehearsal.days, 'day')} of {countOf(variants.length, 'variant')} drawn in{' '}
        {formatDuration(Math.max(1, Math.round(drawn_milliseconds / 1000)))}, seed {formatNumber(rehearsal.seed, 0)}.
        Whatever differs between variants comes from what was changed: the same drivers have the same luck in each.
      </p>
    </div>
  )
}

const bases: Record<RehearsalSource['basis'], { label: string; tone: 'success' | 'info' | 'warning' }> = {
  own: { label: 'Your past', tone: 'success' },
  mixed: { label: 'Partly usual', tone: 'info' },
  usual: { label: 'Usual values', tone: 'warning' },
}

function DrawnFrom({ sources }: { sources: readonly RehearsalSource[] }) {
  return (
    <Card
      title="What the days were drawn from"
      description="The last 90 days of this workspace. Where they say too little, usual values fill in."
    >
      <ul className="grid gap-3">
        {sources.map(({ part, basis, sentence }) => (
          <li key={part} className="flex flex-wrap items-start gap-x-3 gap-y-1">
            <Badge tone={bases[basis].tone}>{bases[basis].label}</Badge>
            <span className="min-w-0 flex-1 basis-60">{sentence}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
