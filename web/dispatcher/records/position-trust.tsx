import { MapPin, MapPinCheck, MapPinOff, MapPinX, type LucideIcon } from 'lucide-react'
import { doubtWords, trustLevel, trustWords, type Trust, type TrustLevel } from '#web/lib/location-words.ts'
import { cx } from '#web/ui/cx.ts'

const looks: Record<TrustLevel, { Icon: LucideIcon; color: string }> = {
  confirmed: { Icon: MapPinCheck, color: 'text-success-ink' },
  likely: { Icon: MapPin, color: 'text-ink-faint' },
  doubtful: { Icon: MapPinX, color: 'text-warning-ink' },
  rough: { Icon: MapPinX, color: 'text-danger-ink' },
  none: { Icon: MapPinOff, color: 'text-warning-ink' },
}

/** A pin that says how far to trust a position. Pointing at it says where the position came from. */
export function PositionMark({ trust, className }: { trust: Trust; className?: string }) {
  const { Icon, color } = looks[trustLevel(trust)]
  const words = trustWords(trust)
  return (
    <span title={words} className={cx('inline-flex shrink-0', color, className)}>
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** Why a position needs a look, with its mark. Nothing if it does not. */
export function PositionDoubt({ trust, className }: { trust: Trust; className?: string }) {
  const doubt = doubtWords(trust)
  if (!doubt) return null
  const { Icon, color } = looks[trustLevel(trust)]
  return (
    <span
      title={trustWords(trust)}
      className={cx('flex items-center gap-1 text-[0.8125rem] font-medium', color, className)}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {doubt}
    </span>
  )
}

/** Where a position came from, in a line with its mark. */
export function PositionSource({ trust, className }: { trust: Trust; className?: string }) {
  const { Icon, color } = looks[trustLevel(trust)]
  return (
    <p className={cx('flex items-start gap-1.5 text-[0.8125rem]', className)}>
      <Icon aria-hidden="true" className={cx('mt-0.5 size-3.5 shrink-0', color)} />
      <span>{trustWords(trust)}</span>
    </p>
  )
}
