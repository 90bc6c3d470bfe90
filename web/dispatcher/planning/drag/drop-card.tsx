import { TriangleAlert } from 'lucide-react'
import { useCallback, useState } from 'react'
import { errors } from '#domain/errors.ts'
import { cx } from '#web/ui/cx.ts'
import { countOf } from '#web/lib/format.ts'
import { costUnknown, dropFigures, sayBreaks, sayPromises } from './drop-words.ts'
import { glide } from './glide.ts'
import type { Drag } from './use-drag.ts'

type DropCardProps = {
  drag: Drag
  label: string
  currency: string
  isExact: boolean
  isWithoutEngine: boolean
  /** Where it is at first, as a transform; later, it follows the pointer without React. */
  at: string
}

const tones = { better: 'text-success-ink', worse: 'text-ink', same: 'text-ink-muted' }

/** Beside the pointer: what is dragged, where it would go, and what that costs and breaks. */
export function DropCard({ drag, label, currency, isExact, isWithoutEngine, at }: DropCardProps) {
  const { picked, target, answer } = drag
  const [first] = useState(at)
  const place = useCallback((card: HTMLDivElement | null) => void (card && glide(card, first)), [first])
  return (
    <div
      ref={place}
      data-drag-card=""
      aria-hidden="true"
      className="pointer-events-none fixed top-0 left-0 z-70 grid min-h-34 w-65 content-start gap-1.5 rounded-xl border bg-raised p-3 text-[0.8125rem] shadow-raised"
    >
      <p className="font-semibold">
        {picked.label}
        {picked.locked > 0 && (
          <span className="font-normal text-ink-muted">
            {' '}
            · {countOf(picked.locked, 'locked stop')} {picked.locked === 1 ? 'stays' : 'stay'}
          </span>
        )}
      </p>
      <p className={cx('line-clamp-2', !target && 'text-ink-muted')}>{label}</p>
      {target && !isWithoutEngine && <Figures answer={answer} currency={currency} isExact={isExact} />}
      {drag.by === 'keys' && (
        <p className="text-xs text-ink-muted">← → place · ↑ ↓ route · U off · Enter drops · Esc cancels</p>
      )}
      {target && (isWithoutEngine || answer?.kind === 'unknown') && <p className="text-ink-muted">{costUnknown}</p>}
    </div>
  )
}

function Figures({ answer, currency, isExact }: Pick<Drag, 'answer'> & { currency: string; isExact: boolean }) {
  if (answer?.kind === 'refused') return <Broken words={[errors[answer.code].say]} />
  if (answer?.kind === 'unknown') return null
  if (!answer) return <p className="h-9 text-ink-faint">…</p>
  const { promises } = answer.effect
  const broken = [...sayBreaks(answer.breaks), ...(promises.length > 0 ? [sayPromises(promises.length)] : [])]
  return (
    <>
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        {dropFigures(answer, currency, isExact).map(({ label, value, tone }) => (
          <div key={label}>
            <dt className="text-xs text-ink-muted">{label}</dt>
            <dd
              className={cx(
                'font-semibold whitespace-nowrap tabular-nums',
                isLate(label, tone) ? 'text-danger-ink' : tones[tone],
              )}
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {broken.length > 0 && <Broken words={broken} />}
    </>
  )
}

const isLate = (label: string, tone: string) => label.startsWith('Late') && tone === 'worse'

function Broken({ words }: { words: readonly string[] }) {
  return (
    <ul className="grid gap-0.5 text-danger-ink">
      {words.map((each) => (
        <li key={each} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {each}
        </li>
      ))}
    </ul>
  )
}
