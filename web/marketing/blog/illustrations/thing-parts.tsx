import type { ReactNode } from 'react'

type Place = { at: readonly [number, number]; size?: number }

const place = ({ at: [x, y], size = 1 }: Place) => `translate(${x} ${y}) scale(${size})`

/** A taped box. `at` is the middle of its bottom edge. */
export function Parcel(props: Place) {
  return (
    <g transform={place(props)} stroke="var(--surface)" strokeWidth="3" strokeLinejoin="round">
      <path d="M-50-84h100v84h-100z" fill="var(--tint-mid)" />
      <path d="M-14-84h28v30l-14-9-14 9z" fill="var(--tint)" />
      <path d="M16-20h22" stroke="var(--tint)" strokeWidth="5" strokeLinecap="round" />
    </g>
  )
}

/** A delivery van from the right. `at` is the ground midway between its wheels. */
export function Van({ children, ...props }: Place & { children?: ReactNode }) {
  return (
    <g transform={place(props)}>
      <path
        d="M-110-30v-84a14 14 0 0 1 14-14H32v98z"
        fill="var(--surface)"
        stroke="var(--tint)"
        strokeWidth="5"
        strokeLinejoin="round"
      />
      <path
        d="M32-30v-78h36c8 0 14 4 18 11l20 33c3 5 4 9 4 14v20z"
        fill="var(--tint)"
        stroke="var(--tint)"
        strokeWidth="5"
        strokeLinejoin="round"
      />
      <path d="M46-94h20c5 0 8 2 11 7l13 23H46z" fill="var(--tint-soft)" />
      <g fill="var(--ink)" stroke="var(--tint-soft)" strokeWidth="6">
        <circle cx="-66" cy="-24" r="24" />
        <circle cx="66" cy="-24" r="24" />
      </g>
      {children}
    </g>
  )
}

/** A clock face showing the given time. */
export function Clock({ hour, minute, ...props }: Place & { hour: number; minute: number }) {
  const hourAngle = (hour % 12) * 30 + minute / 2
  return (
    <g transform={place(props)} strokeLinecap="round">
      <circle r="84" fill="var(--surface)" stroke="var(--tint)" strokeWidth="8" />
      {[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((mark) => (
        <path key={mark} d="M0-66V-60" transform={`rotate(${mark * 30})`} stroke="var(--tint-mid)" strokeWidth="6" />
      ))}
      <path d="M0 0V-36" transform={`rotate(${hourAngle})`} stroke="var(--ink)" strokeWidth="9" />
      <path d="M0 0V-56" transform={`rotate(${minute * 6})`} stroke="var(--ink)" strokeWidth="6" />
      <circle r="7" fill="var(--ink)" />
    </g>
  )
}

/** A 190 × 360 phone with content. `at` is its top left corner. */
export function Phone({ children, ...props }: Place & { children: ReactNode }) {
  return (
    <g transform={place(props)}>
      <rect width="190" height="360" rx="28" fill="var(--ink)" />
      <rect x="9" y="9" width="172" height="342" rx="20" fill="var(--surface)" />
      <rect x="70" y="18" width="50" height="9" rx="4.5" fill="var(--ink)" />
      {children}
    </g>
  )
}

/** A sheet of paper, a card or a screen. */
export function Sheet({
  box: [x, y, width, height],
  children,
}: {
  box: readonly [number, number, number, number]
  children?: ReactNode
}) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect x="0" y="10" width={width} height={height} rx="18" fill="var(--tint-mid)" opacity="0.45" />
      <rect width={width} height={height} rx="18" fill="var(--surface)" />
      {children}
    </g>
  )
}

/** A check mark in a filled circle. */
export function Tick(props: Place) {
  return (
    <g transform={place(props)}>
      <circle r="30" fill="var(--tint)" stroke="var(--surface)" strokeWidth="5" />
      <path
        d="M-13 1-4 10 13-9"
        fill="none"
        stroke="var(--tint-soft)"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  )
}
