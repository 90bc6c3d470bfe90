import { cx } from '#web/ui/cx.ts'

type MeterBarProps = {
  /** What is measured, for screen readers. */
  label: string
  value: number
  max?: number
  /** The value in words, where per cent would not do. */
  text?: string
  /** Below this the bar warns. */
  low?: number
  className?: string
}

/** How much of something there is, as a bar. The value itself stands beside it, as text. */
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
