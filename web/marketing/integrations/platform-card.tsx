import { ArrowRight, Building, ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'

export type PlatformCardProps = {
  name: string
  text: string
  tone: 'success' | 'violet' | 'info' | 'neutral'
  /** Absent if the platform can’t be connected yet. */
  href?: string
}

const tones: Record<PlatformCardProps['tone'], string> = {
  success: 'bg-success-soft text-success-ink',
  violet: 'bg-violet-soft text-violet-ink',
  info: 'bg-info-soft text-info-ink',
  neutral: 'bg-neutral-soft text-neutral-ink',
}

const cardLook = 'flex items-start gap-5 rounded-2xl border p-6 lg:p-7'

/** A card that links to a platform’s page, or says that it is coming soon. */
export function PlatformCard({ name, text, tone, href }: PlatformCardProps) {
  if (!href) {
    return (
      // A disabled link: it can’t be followed or reached with Tab.
      <div role="link" aria-disabled="true" className={cx(cardLook, 'cursor-not-allowed border-dashed bg-ground')}>
        <CardWords {...{ name, text, tone }} icon={<Building />} note={<Badge>Coming Soon</Badge>} />
      </div>
    )
  }
  return (
    <Link
      to={href}
      prefetch="intent"
      className={cx(cardLook, 'group focus-ring bg-surface shadow-card transition-shadow hover:shadow-raised')}
    >
      <CardWords
        {...{ name, text, tone }}
        icon={<ShoppingBag />}
        note={
          <ArrowRight
            aria-hidden="true"
            className="mt-1 size-5 text-ink-faint transition-transform group-hover:translate-x-1 group-hover:text-brand-ink"
          />
        }
      />
    </Link>
  )
}

type CardWordsProps = Omit<PlatformCardProps, 'href'> & { icon: ReactNode; note: ReactNode }

function CardWords({ name, text, tone, icon, note }: CardWordsProps) {
  return (
    <>
      <span
        aria-hidden="true"
        className={cx('grid size-12 shrink-0 place-items-center rounded-xl [&>svg]:size-6', tones[tone])}
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="text-lg leading-snug font-semibold tracking-tight">{name}</span>
          {note}
        </span>
        <span className="mt-1.5 block text-pretty text-ink-muted">{text}</span>
      </span>
    </>
  )
}
