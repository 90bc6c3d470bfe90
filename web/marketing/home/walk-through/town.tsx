import type { ReactNode } from 'react'

export type Spot = { x: number; y: number }

export const depot: Spot = { x: 300, y: 132 }

type TownRoute = { driver: string; color: string; stops: readonly Spot[]; path: string }

/** The walk-through's two routes: their stops and the path the driver takes. */
export const routes: readonly [TownRoute, TownRoute] = [
  {
    driver: 'Budi',
    color: '#0f8f7a',
    stops: [
      { x: 214, y: 92 },
      { x: 120, y: 60 },
      { x: 66, y: 138 },
      { x: 152, y: 202 },
    ],
    path: 'M300 132 L258 132 258 92 214 92 120 92 120 60 66 60 66 138 66 202 152 202 258 202 258 132 300 132',
  },
  {
    driver: 'Siti',
    color: '#3b6fd4',
    stops: [
      { x: 400, y: 70 },
      { x: 520, y: 104 },
      { x: 452, y: 208 },
    ],
    path: 'M300 132 L342 132 342 70 400 70 520 70 520 104 520 208 452 208 342 208 342 132 300 132',
  },
]

/** The small town where the walk-through takes place, 600 × 260. */
export function Town({ label, children }: { label: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 600 260" role="img" aria-label={label} className="block w-full rounded-xl bg-(--map-ground)">
      <g fill="none" stroke="var(--map-line)" strokeWidth="7" strokeLinecap="round">
        <path d="M0 60H600M0 132H600M0 205H600M66 0V260M120 0V260M258 0V260M342 0V260M520 0V260" />
        <path d="M152 205V260M214 0V132M400 0V132M452 132V260" strokeWidth="4" />
      </g>
      {children}
      <g transform={`translate(${depot.x} ${depot.y})`}>
        <rect
          x="-15"
          y="-15"
          width="30"
          height="30"
          rx="8"
          fill="var(--ink)"
          stroke="var(--map-casing)"
          strokeWidth="3"
        />
        <path d="M-7 1 0-6 7 1v7H3V4h-6v4h-4z" fill="var(--ground)" />
      </g>
    </svg>
  )
}

/** A plain dot, or a number in the route's color once the stop is planned. */
export function StopDot({ at, number, color }: { at: Spot; number?: number; color?: string }) {
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <circle r={number ? 12 : 8} fill={color ?? 'var(--ink-faint)'} stroke="var(--map-casing)" strokeWidth="2.5" />
      {number && (
        <text y="4" textAnchor="middle" fontSize="12" fontWeight="650" fill="#fff">
          {number}
        </text>
      )}
    </g>
  )
}
