import { Plus, Trash2, Undo2 } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import type { MapPosition } from '#web/map/map-types.ts'
import { Button } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { countOf } from '#web/lib/format.ts'
import { workAreaQuery } from '../queries.ts'
import type { Change } from './outline.ts'

type CornerListProps = {
  corners: readonly MapPosition[]
  onChange: Change
  onUndo: (() => void) | undefined
  isEditable: boolean
  problem: string | undefined
}

const degrees = { maximumFractionDigits: 6, useGrouping: false } as const

/** The corners as numbers, for the keyboard and for exact places. Each step can be undone. */
export function CornerList({ corners, onChange, onUndo, isEditable, problem }: CornerListProps) {
  const center = useQuery(workAreaQuery).data ?? { lat: 0, lng: 0 }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 text-[0.8125rem] text-ink-muted">
          {corners.length < 3
            ? 'Click or tap the map for each corner, in order around the zone.'
            : 'Drag corners on the map. Press the middle of a side to add one.'}
        </p>
        {isEditable && (
          <Button
            size="small"
            icon={<Undo2 aria-hidden="true" className="size-3.5" />}
            isDisabled={!onUndo}
            onPress={onUndo}
          >
            Undo
          </Button>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-[0.8125rem] text-danger-ink">
          {problem}
        </p>
      )}
      <Fold title="Corners" summary={countOf(corners.length, 'corner')}>
        <ol className="flex flex-col gap-2">
          {corners.map((corner, at) => (
            <li key={at} className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-2">
              <span className="text-[0.8125rem] tabular-nums text-ink-muted">{at + 1}</span>
              <div className="flex flex-col gap-1.5">
                <NumberField
                  label={`Latitude of corner ${at + 1}`}
                  isLabelHidden
                  unit="lat"
                  minValue={-90}
                  maxValue={90}
                  step={0.0001}
                  formatOptions={degrees}
                  isDisabled={!isEditable}
                  value={corner.lat}
                  onChange={(lat) => !Number.isNaN(lat) && onChange((now) => now.with(at, { ...corner, lat }))}
                />
                <NumberField
                  label={`Longitude of corner ${at + 1}`}
                  isLabelHidden
                  unit="lng"
                  step={0.0001}
                  formatOptions={degrees}
                  isDisabled={!isEditable}
                  value={corner.lng}
                  onChange={(lng) => !Number.isNaN(lng) && onChange((now) => now.with(at, { ...corner, lng }))}
                />
              </div>
              {isEditable && (
                <IconButton
                  label={`Delete corner ${at + 1}`}
                  icon={<Trash2 className="size-4" />}
                  hasTooltip={false}
                  onPress={() => onChange((now) => now.toSpliced(at, 1))}
                />
              )}
            </li>
          ))}
        </ol>
        {isEditable && (
          <div>
            <Button
              size="small"
              icon={<Plus aria-hidden="true" className="size-3.5" />}
              onPress={() => onChange((now) => [...now, nextCorner(now, center)])}
            >
              Add a corner
            </Button>
          </div>
        )}
      </Fold>
    </div>
  )
}

/** Between the last corner and the first, a little aside; near the depot while there are too few. */
function nextCorner(corners: readonly MapPosition[], center: MapPosition): MapPosition {
  const [first, last] = [corners[0], corners.at(-1)]
  const around = [
    { lat: 0.02, lng: -0.02 },
    { lat: 0.02, lng: 0.02 },
    { lat: -0.02, lng: 0.02 },
  ]
  if (!first || !last || corners.length < 3) {
    const by = around[corners.length]!
    return { lat: round(center.lat + by.lat), lng: round(center.lng + by.lng) }
  }
  return { lat: round((first.lat + last.lat) / 2), lng: round((first.lng + last.lng) / 2) }
}

const round = (value: number) => Math.round(value * 1e5) / 1e5
