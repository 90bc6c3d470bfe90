import { BatteryLow, BatteryMedium } from 'lucide-react'
import { formatDuration, formatTime } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import { isTrouble, type DriverRow } from './driver-rows.ts'
import { delayWords, progressWords, speedWords, spokenRow, stateLine } from './row-words.ts'
import { DriverActions } from './driver-actions.tsx'
import { StateMark } from './state-mark.tsx'

/** Pixels. */
export const lineHeight = { plain: 74, trouble: 114 }
export const heightOf = (row: DriverRow) => (isTrouble(row) ? lineHeight.trouble : lineHeight.plain)

const lowBattery = 20

type DriverLineProps = {
  row: DriverRow
  zone: string
  isSelected: boolean
  /** Whether Tab reaches it. */
  isReached: boolean
  onSelect: () => void
  onFocus: () => void
}

/** One driver in the list. Late and silent ones say what can be done. */
export function DriverLine({ row, zone, isSelected, isReached, onSelect, onFocus }: DriverLineProps) {
  const { driver, ageSeconds } = row
  const next = driver.next_stop
  const delay = delayWords(row)
  return (
    <div className={cx('flex h-full flex-col border-b px-3 py-2', isSelected && 'bg-brand-soft')}>
      <button
        type="button"
        data-driver={row.id}
        tabIndex={isReached ? 0 : -1}
        aria-pressed={isSelected}
        aria-label={spokenRow(row, zone)}
        onClick={onSelect}
        onFocus={onFocus}
        className="focus-ring -mx-1.5 flex min-w-0 items-start gap-2.5 rounded-lg px-1.5 text-left hovered:bg-hover"
      >
        <span className="pt-1.5">
          <StateMark state={row.state} isLate={row.isLate} />
        </span>
        <span className="min-w-0 flex-1 text-[0.8125rem] text-ink-muted tabular-nums">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate text-sm font-semibold text-ink">{row.name}</span>
            {progressWords(row)}
          </span>
          <span className="flex gap-2">
            <span className="min-w-0 flex-1 truncate">
              {stateLine(row, zone)}
              {row.state === 'driving' && row.position?.speed_mps != null && `, ${speedWords(row.position.speed_mps)}`}
            </span>
            {delay && <span className={cx(row.isLate && 'font-medium text-danger-ink')}>{delay}</span>}
          </span>
          <span className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate">
              {next ? `${next.name || next.address}, ${formatTime(next.arrival_at, zone)}` : nothingLeft(row)}
            </span>
            <Battery percent={row.position?.battery_percent ?? null} />
            {ageSeconds !== null && row.state !== 'silent' && <span>{formatDuration(ageSeconds)}</span>}
          </span>
        </span>
      </button>
      {isTrouble(row) && (
        <div className="mt-auto pl-9">
          <DriverActions row={row} isShort tabIndex={isReached ? 0 : -1} />
        </div>
      )}
    </div>
  )
}

function nothingLeft({ driver: { stops_done } }: DriverRow): string {
  return stops_done > 0 ? 'All stops done' : 'No route today'
}

export function Battery({ percent }: { percent: number | null }) {
  if (percent === null) return null
  const isLow = percent <= lowBattery
  const Icon = isLow ? BatteryLow : BatteryMedium
  return (
    <span className={cx('inline-flex items-center gap-1', isLow && 'text-danger-ink')}>
      <Icon aria-hidden="true" className="size-4" />
      {Math.round(percent)}%
    </span>
  )
}
