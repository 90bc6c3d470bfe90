import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import type { Location } from '#domain/geo.ts'
import { dayAfter } from '#domain/time.ts'
import { formatDay, formatDuration, formatTime } from '#web/lib/format.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { staysQuery, trailQuery } from './live-queries.ts'
import { speedWords } from './row-words.ts'
import { toTimed, whereAt } from './trail.ts'

export type ShownTrail = { path: readonly Location[]; at: Location | undefined }

type TrailPanelProps = {
  driverId: string
  today: string
  zone: string
  onTrail: (trail: ShownTrail | undefined) => void
}

const stepMs = 10_000

/** Where a driver went on a day. A slider goes to any moment of it. */
export function TrailPanel({ driverId, today, zone, onTrail }: TrailPanelProps) {
  const [day, setDay] = useState(today)
  const [moment, setMoment] = useState<number>()
  const label = useId()
  const trail = useQuery(trailQuery(driverId, day, zone))
  const stays = useQuery(staysQuery(driverId, day, zone)).data ?? []
  const points = useMemo(() => toTimed(trail.data ?? []), [trail.data])
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  const here = useMemo(() => (moment === undefined ? undefined : whereAt(points, moment)), [points, moment])
  useEffect(() => {
    onTrail({ path: points, at: here })
  }, [points, here, onTrail])
  useEffect(() => () => onTrail(undefined), [onTrail])
  const showDay = (next: string) => {
    setDay(next)
    setMoment(undefined)
  }
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-1">
        <IconButton
          label="The day before"
          size="small"
          icon={<ChevronLeft aria-hidden="true" className="size-4" />}
          onPress={() => showDay(dayAfter(day, -1))}
        />
        <span className="flex-1 text-center font-medium">{day === today ? 'Today' : formatDay(day)}</span>
        <IconButton
          label="The day after"
          size="small"
          isDisabled={day >= today}
          icon={<ChevronRight aria-hidden="true" className="size-4" />}
          onPress={() => showDay(dayAfter(day))}
        />
      </div>
      {trail.isPending ? (
        <Skeleton className="h-10 w-full" />
      ) : trail.isLoadingError ? (
        <LoadError
          title="The trail could not be loaded"
          error={trail.error}
          onRetry={() => void trail.refetch()}
          isRetrying={trail.isFetching}
        />
      ) : points.length === 0 ? (
        <p className="text-ink-muted">No positions are kept of this day.</p>
      ) : (
        <div>
          <label htmlFor={label} className="flex justify-between text-[0.8125rem] text-ink-muted tabular-nums">
            <span>{formatTime(new Date(first), zone)}</span>
            <span className="font-medium text-ink">
              {here
                ? `${formatTime(new Date(here.at), zone)}${here.speed === null ? '' : `, ${speedWords(here.speed)}`}`
                : 'Move to see where and when'}
            </span>
            <span>{formatTime(new Date(last), zone)}</span>
          </label>
          <input
            id={label}
            type="range"
            min={first}
            max={last}
            step={stepMs}
            value={moment ?? last}
            aria-label="Time of the trail"
            aria-valuetext={formatTime(new Date(moment ?? last), zone)}
            onChange={(event) => setMoment(Math.min(last, event.target.valueAsNumber))}
            className="focus-ring mt-1 h-6 w-full cursor-pointer rounded-md accent-(--brand) pointer-coarse:h-11"
          />
        </div>
      )}
      {stays.length > 0 && (
        <ul aria-label="Where the driver stood, and detours" className="grid gap-0.5">
          {stays.map((stay) => (
            <li key={stay.id}>
              <button
                type="button"
                onClick={() => setMoment(Date.parse(stay.from_at) + stepMs)}
                className="focus-ring flex w-full gap-2 rounded-md px-1.5 py-1 text-left text-[0.8125rem] hovered:bg-hover pointer-coarse:min-h-11"
              >
                <span className="w-12 text-ink-muted tabular-nums">{formatTime(stay.from_at, zone)}</span>
                <span className="flex-1">
                  {stay.kind === 'detour'
                    ? 'Left the way to the next stop'
                    : stay.stop_id
                      ? 'At a stop'
                      : 'Stood still elsewhere'}
                </span>
                <span className="text-ink-muted tabular-nums">
                  {formatDuration((Date.parse(stay.to_at) - Date.parse(stay.from_at)) / 1000)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
