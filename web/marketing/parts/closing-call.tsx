import type { ReactNode } from 'react'
import { TrialLink } from './trial-link.tsx'

type ClosingCallProps = {
  title: string
  text?: ReactNode
  /** Links. Defaults to the free trial. */
  actions?: ReactNode
}

/** The call to action at the end of a page. */
export function ClosingCall({ title, text, actions = <TrialLink size="large" /> }: ClosingCallProps) {
  return (
    <section className="mx-auto w-full max-w-6xl px-5 py-16 lg:py-24">
      <div className="relative isolate overflow-hidden rounded-3xl border bg-brand-soft px-6 py-14 text-center sm:px-12 lg:py-20">
        <RouteLines />
        <h2 className="mx-auto max-w-2xl text-3xl leading-tight font-semibold tracking-[-0.02em] text-balance lg:text-[2.5rem]">
          {title}
        </h2>
        {text && <p className="mx-auto mt-4 max-w-xl text-lg text-pretty text-ink-muted">{text}</p>}
        <div className="mt-8 flex flex-wrap justify-center gap-3">{actions}</div>
      </div>
    </section>
  )
}

/** Two routes in the background. Decorative. */
function RouteLines() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1000 360"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 -z-10 size-full text-brand opacity-35 max-sm:opacity-20"
    >
      <g fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round">
        <path d="M-20 300C80 300 90 210 150 210S220 90 130 60 40 -10 40 -20" strokeDasharray="1 12" />
        <path d="M1020 60C920 60 930 150 860 160S760 250 850 300s110 50 120 80" />
      </g>
      <g fill="var(--brand-soft)" stroke="currentColor" strokeWidth="3">
        <circle cx="150" cy="210" r="9" />
        <circle cx="130" cy="60" r="9" />
        <circle cx="860" cy="160" r="9" />
        <circle cx="850" cy="300" r="9" />
      </g>
    </svg>
  )
}
