import { cx } from '#web/ui/cx.ts'

type MeterBarProps = {
  /** For screen readers. */
  label: string
  value: number
  max?: number
  /** The value as text, if it isn’t a percentage. */
  text?: string
  /** Below this value, the bar turns to a warning color. */
  low?: number
  className?: string
}

/** A value as a bar. The caller shows the value as text next to it. */
export function MeterBar({ label, value, max = 100, text = `${value}%`, low = 0, className }: MeterBarProps) {
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={text}
      className={cx('h-2 overflow-hidden rounded-full bg-pressed', className)}
    >
      <div
        className={cx('h-full rounded-full', value < low ? 'bg-warning-ink' : 'bg-brand')}
        style={{ width: `${(100 * value) / max}%` }}
      />
    </div>
  )
}
