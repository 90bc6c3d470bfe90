type Point = readonly [number, number]

/** A numbered stop. */
export function Stop({
  at: [x, y],
  label,
  isQuiet = false,
}: {
  at: Point
  label?: string | number
  isQuiet?: boolean
}) {
  return (
    <g>
      <circle
        cx={x}
        cy={y}
        r="20"
        fill={isQuiet ? 'var(--surface)' : 'var(--tint)'}
        stroke={isQuiet ? 'var(--tint-mid)' : 'var(--surface)'}
        strokeWidth="4"
      />
      {label !== undefined && (
        <text
          x={x}
          y={y + 6}
          textAnchor="middle"
          fontSize="18"
          fontWeight="650"
          fill={isQuiet ? 'var(--tint)' : 'var(--tint-soft)'}
        >
          {label}
        </text>
      )}
    </g>
  )
}

/** The depot, drawn as a dark tile with a house. */
export function Depot({ at: [x, y], size = 1 }: { at: Point; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <rect x="-27" y="-27" width="54" height="54" rx="15" fill="var(--ink)" stroke="var(--surface)" strokeWidth="4" />
      <path d="M-14 1 0-12 14 1V14H5V4H-5V14H-14z" fill="var(--surface)" />
    </g>
  )
}

/** A route with a casing around its line. */
export function RouteLine({ d, isQuiet = false }: { d: string; isQuiet?: boolean }) {
  if (isQuiet) {
    return (
      <path d={d} fill="none" stroke="var(--tint-mid)" strokeWidth="5" strokeLinecap="round" strokeDasharray="1 13" />
    )
  }
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path d={d} stroke="var(--surface)" strokeWidth="15" />
      <path d={d} stroke="var(--tint)" strokeWidth="8" />
    </g>
  )
}

/** A map pin whose tip is at the given point. */
export function Pin({ at: [x, y], size = 1, isQuiet = false }: { at: Point; size?: number; isQuiet?: boolean }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <path
        d="M0 0C-9-19-36-34-36-62a36 36 0 0 1 72 0C36-34 9-19 0 0z"
        fill={isQuiet ? 'var(--tint-mid)' : 'var(--tint)'}
        stroke="var(--surface)"
        strokeWidth="4"
      />
      <circle cy="-62" r="14" fill="var(--surface)" />
    </g>
  )
}
