import type { ReactNode } from 'react'

/** The 520 × 440 frame of a scene, on the background of our maps. Decorative, so it is hidden from screen readers. */
export function Scene({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-3xl border bg-(--map-ground) shadow-raised">
      <svg viewBox="0 0 520 440" width="520" height="440" className="block h-auto w-full">
        <g fill="none" stroke="var(--map-line)">
          <path d="M0 62H520M0 168H520M0 274H520M0 380H520M76 0V440M182 0V440M338 0V440M444 0V440" />
          <path d="M0 115H182M338 115H520M182 327H444M260 168V440M130 274V440M391 0V168" opacity="0.55" />
        </g>
        {children}
      </svg>
    </div>
  )
}

type Box = { x: number; y: number; width: number; height: number }

/** A card on top of the scene. */
export function SceneCard({ x, y, width, height, children }: Box & { children: ReactNode }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect y="6" width={width} height={height} rx="18" fill="var(--shadow-ink)" />
      <rect width={width} height={height} rx="18" fill="var(--surface)" stroke="var(--line-strong)" />
      {children}
    </g>
  )
}

type Words = {
  x: number
  y: number
  size?: number
  weight?: number
  fill?: string
  anchor?: 'start' | 'middle' | 'end'
  children: string
}

export function Words({ x, y, size = 15, weight = 500, fill = 'var(--ink)', anchor = 'start', children }: Words) {
  return (
    <text x={x} y={y} fontSize={size} fontWeight={weight} fill={fill} textAnchor={anchor}>
      {children}
    </text>
  )
}

/** The path of a vehicle. */
export function Road({ path, color = 'var(--brand)', dashes }: { path: string; color?: string; dashes?: string }) {
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path d={path} stroke="var(--map-casing)" strokeWidth="10" />
      <path d={path} stroke={color} strokeWidth="5.5" strokeDasharray={dashes} />
    </g>
  )
}

/** A numbered stop on a road. */
export function Stop({
  x,
  y,
  number,
  color = 'var(--brand)',
}: {
  x: number
  y: number
  number: number
  color?: string
}) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="15" fill={color} stroke="var(--map-casing)" strokeWidth="3" />
      <Words x={0} y={5} size={14} weight={650} fill="var(--map-casing)" anchor="middle">
        {String(number)}
      </Words>
    </g>
  )
}

/** A check mark. */
export function Tick({ x, y, r = 11 }: { x: number; y: number; r?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${r / 11})`}>
      <circle r="11" fill="var(--success-soft)" />
      <path
        d="M-5 .5-1.5 4 5.5-3.5"
        fill="none"
        stroke="var(--success-ink)"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  )
}

/** A 96 × 56 delivery van from the side. `y` is the ground. */
export function Van({ x, y, color = 'var(--brand)' }: { x: number; y: number; color?: string }) {
  return (
    <g transform={`translate(${x} ${y - 56})`}>
      <path d="M6 2h50a6 6 0 0 1 6 6v38H0V8a6 6 0 0 1 6-6Z" fill={color} />
      <path d="M62 16h16a8 8 0 0 1 7 4l10 16a6 6 0 0 1 1 3v7H62Z" fill={color} opacity="0.82" />
      <path d="M69 22h8.5a3 3 0 0 1 2.6 1.5L87 35H69Z" fill="var(--map-ground)" />
      <path
        d="M31 15 21 20.5v11L31 37l10-5.5v-11Z"
        fill="none"
        stroke="var(--map-casing)"
        strokeWidth="2.4"
        strokeLinejoin="round"
      />
      <path
        d="m21 20.5 10 5.5 10-5.5M31 26v11"
        fill="none"
        stroke="var(--map-casing)"
        strokeWidth="2.4"
        strokeLinejoin="round"
      />
      {[19, 76].map((at) => (
        <g key={at}>
          <circle cx={at} cy="46" r="10" fill="var(--ink)" stroke="var(--map-casing)" strokeWidth="2.5" />
          <circle cx={at} cy="46" r="3.5" fill="var(--map-casing)" />
        </g>
      ))}
    </g>
  )
}
