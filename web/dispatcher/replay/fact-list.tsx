import { CircleAlert, CircleCheck, Dot, Gavel } from 'lucide-react'
import { useState } from 'react'
import type { ReplayFact } from '#domain/schema/replay.ts'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { clockTime } from './clock-time.ts'

type FactListProps = { facts: readonly ReplayFact[]; at: number; zone: string; onGo: (at: number) => void }

const kinds = [
  { id: 'decisions', label: 'Decisions' },
  { id: 'alerts', label: 'Alerts' },
]

/** More are hardly read. */
const most = 100

const isOf = (kind: string | undefined, { is_decision, type }: ReplayFact) =>
  !kind || (kind === 'decisions' ? is_decision : type.startsWith('alert.'))

/** What was known at the moment, the newest on top. Each leads to when it became known. */
export function FactList({ facts, at, zone, onGo }: FactListProps) {
  const [kind, setKind] = useState<string>()
  const wanted = facts.filter((fact) => isOf(kind, fact))
  const known = wanted.filter((fact) => Date.parse(fact.at) <= at)
  const next = wanted[known.length]
  return (
    <div>
      <div className="border-b px-3 py-2">
        <FilterChips
          label="Only"
          chips={kinds}
          selected={kind ? [kind] : []}
          onChange={([next]) => setKind(next)}
          selectionMode="single"
        />
      </div>
      {next && (
        <button
          type="button"
          onClick={() => onGo(Date.parse(next.at))}
          className="focus-ring w-full border-b px-3 py-2 text-left text-[0.8125rem] text-ink-muted -outline-offset-2 hovered:bg-hover pointer-coarse:min-h-11"
        >
          Next at {clockTime(Date.parse(next.at), zone)}
        </button>
      )}
      {known.length === 0 ? (
        <p className="p-4 text-ink-muted">
          {wanted.length ? 'Nothing yet at this time.' : 'Nothing of this kind is kept of the day.'}
        </p>
      ) : (
        <ol aria-label="What was known until then, newest first">
          {known
            .slice(-most)
            .toReversed()
            .map((fact) => (
              <li key={fact.id} className="border-b">
                <Line fact={fact} zone={zone} onGo={onGo} />
              </li>
            ))}
        </ol>
      )}
    </div>
  )
}

function Line({ fact, zone, onGo }: { fact: ReplayFact } & Pick<FactListProps, 'zone' | 'onGo'>) {
  const { title, detail, tone, is_decision: isDecision } = fact
  const Icon = tone === 'bad' ? CircleAlert : isDecision ? Gavel : tone === 'good' ? CircleCheck : Dot
  const ink = tone === 'bad' ? 'text-danger-ink' : tone === 'good' ? 'text-success-ink' : 'text-ink-muted'
  const at = Date.parse(fact.at)
  return (
    <button
      type="button"
      onClick={() => onGo(at)}
      className="focus-ring flex w-full items-start gap-2.5 px-3 py-2 text-left -outline-offset-2 hovered:bg-hover"
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${ink}`} />
      <span className="min-w-0 flex-1">
        <span className="block">{title}</span>
        {detail && <span className="block truncate text-[0.8125rem] text-ink-muted">{detail}</span>}
      </span>
      <time dateTime={fact.at} className="text-[0.8125rem] text-ink-muted tabular-nums">
        {clockTime(at, zone)}
      </time>
    </button>
  )
}
