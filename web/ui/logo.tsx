import { cx } from './cx.ts'

/** The logo: a K made of a street and a route that leaves it and ends at a stop. */
export function LogoMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0b6b5c" />
      <path d="M10.5 7v18" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
      <path d="M22.5 8.5 14.5 16l8 7.5" stroke="#7ff0d4" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
      <circle cx="22.5" cy="8.5" r="2.6" fill="#fff" />
    </svg>
  )
}

/** The logo with the product's name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="text-[1.0625rem] font-semibold tracking-tight text-ink">Karta</span>
    </span>
  )
}
