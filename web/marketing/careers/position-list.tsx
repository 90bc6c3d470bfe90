import { Building2, Clock, MapPin, type LucideIcon } from 'lucide-react'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { positions, type Position } from './positions.ts'
import { CheckList } from '../parts/check-list.tsx'

export function PositionList({ onApply }: { onApply: (position: Position) => void }) {
  return (
    <ul className="grid gap-5">
      {positions.map((position) => (
        <PositionItem key={position.id} position={position} onApply={() => onApply(position)} />
      ))}
    </ul>
  )
}

function PositionItem({ position, onApply }: { position: Position; onApply: () => void }) {
  const isAlive = useHydrated()
  const titleId = `position-${position.id}`
  return (
    <li
      aria-labelledby={titleId}
      className="grid gap-x-8 gap-y-6 rounded-2xl border bg-surface p-6 shadow-card sm:p-8 lg:grid-cols-[1fr_auto]"
    >
      <div>
        <h3 id={titleId} className="text-xl font-semibold tracking-tight">
          {position.title}
        </h3>
        <ul className="mt-2.5 flex flex-wrap gap-x-5 gap-y-1.5 text-sm text-ink-muted">
          <Fact icon={Building2}>{position.department}</Fact>
          <Fact icon={MapPin}>{position.location}</Fact>
          <Fact icon={Clock}>{position.type}</Fact>
        </ul>
        <p className="mt-5 max-w-2xl text-pretty">{position.text}</p>
        <CheckList points={position.points} className="mt-4 max-w-2xl text-ink-muted" />
      </div>
      <PlainButton
        variant="primary"
        size="large"
        aria-haspopup="dialog"
        aria-describedby={titleId}
        disabled={!isAlive}
        onClick={onApply}
        className="disabled:opacity-100 max-lg:w-full lg:self-start noscript:opacity-50"
      >
        Apply Now
      </PlainButton>
    </li>
  )
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {children}
    </li>
  )
}
