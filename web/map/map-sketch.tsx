import type { ReactNode } from 'react'
import type { MapMarker } from './map-types.ts'
import { sketchPoints } from './sketch-points.ts'

type MapSketchProps = { label: string; markers: readonly MapMarker[]; children?: ReactNode }

/** The placeholder of a map: numbered places on a plain background, and their names. */
export function MapSketch({ label, markers, children }: MapSketchProps) {
  return (
    <figure className="absolute inset-0" aria-label={label}>
      <svg aria-hidden="true" className="size-full">
        <Lines />
        {sketchPoints(markers).map(({ id, color, left, top }, position) => (
          <svg key={id} x={`${left}%`} y={`${top}%`} overflow="visible">
            <circle r="14" fill={color ?? 'var(--ink)'} stroke="var(--map-casing)" strokeWidth="3" />
            <text y="4" textAnchor="middle" fontSize="12" fontWeight="650" fill={color ? '#fff' : 'var(--ground)'}>
              {position + 1}
            </text>
          </svg>
        ))}
      </svg>
      <figcaption className="absolute inset-x-3 bottom-3 flex flex-wrap items-center gap-2 text-[0.8125rem]">
        {markers.length > 0 && (
          <ol className="flex flex-wrap gap-2">
            {markers.map((marker, position) => (
              <li key={marker.id} className="rounded-md border bg-raised px-2 py-1 font-medium break-words">
                <span className="text-ink-muted tabular-nums">{position + 1}</span> {marker.label}
              </li>
            ))}
          </ol>
        )}
        {children && <output className="rounded-md border bg-raised px-2 py-1 text-ink-muted">{children}</output>}
      </figcaption>
    </figure>
  )
}

const steps = [10, 30, 50, 70, 90]

function Lines() {
  return steps.map((step) => (
    <g key={step} stroke="var(--map-line)">
      <line x1={`${step}%`} x2={`${step}%`} y1="0" y2="100%" />
      <line y1={`${step}%`} y2={`${step}%`} x1="0" x2="100%" />
    </g>
  ))
}
