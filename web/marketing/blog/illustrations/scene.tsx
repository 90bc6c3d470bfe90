import type { CSSProperties, ReactNode } from 'react'

type Tint = 'brand' | 'info' | 'violet' | 'warning' | 'success'

/** An 800 × 500 drawing on a tinted background. Decorative: the title next to it says the same. */
export function Scene({ tint, streets = false, children }: { tint: Tint; streets?: boolean; children: ReactNode }) {
  const colors = {
    '--tint': `var(--${tint}-ink)`,
    '--tint-soft': `var(--${tint}-soft)`,
    '--tint-mid': `color-mix(in oklab, var(--${tint}-ink) 32%, var(--${tint}-soft))`,
    '--tint-faint': `color-mix(in oklab, var(--${tint}-ink) 11%, var(--${tint}-soft))`,
  } as CSSProperties
  return (
    <svg
      viewBox="0 0 800 500"
      width="800"
      height="500"
      aria-hidden="true"
      style={colors}
      className="block h-auto w-full"
    >
      <rect width="800" height="500" fill="var(--tint-soft)" />
      {streets && <Streets />}
      {children}
    </svg>
  )
}

/** A city from above: blocks, streets, a park and a river. */
function Streets() {
  return (
    <g>
      <g fill="none" stroke="var(--tint-faint)">
        <path d="M-20 88 820 40M-20 208 820 160M-20 328 820 280M-20 448 820 400" strokeWidth="10" />
        <path d="M96-20 152 520M256-20 312 520M416-20 472 520M576-20 632 520M736-20 792 520" strokeWidth="10" />
        <path
          d="M-20 148 820 100M-20 268 820 220M-20 388 820 340M176-20 232 520M336-20 392 520M496-20 552 520"
          strokeWidth="4"
        />
        <path d="M-20 506C180 430 180 250 380 236S640 80 820-6" strokeWidth="26" />
      </g>
      <path d="M497 178l70-4 9 82-70 4z" fill="var(--tint-faint)" />
    </g>
  )
}
