import type { ReactNode } from 'react'

type EntryFrameProps = { title: string; lead?: ReactNode; children: ReactNode; below?: ReactNode }

/** The card of every sign-in page. It begins at a fixed height: a browser may draw its first half before the rest has arrived. */
export function EntryFrame({ title, lead, children, below }: EntryFrameProps) {
  return (
    <div className="grid min-h-[calc(100dvh-4rem)] content-start justify-items-center bg-ground px-4 pt-[max(3rem,8svh)] pb-12 text-sm">
      <div className="w-full max-w-[26rem] rounded-2xl border bg-surface p-6 shadow-raised sm:p-8">
        <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
        {lead && <div className="mt-2 text-pretty text-ink-muted">{lead}</div>}
        <div className="mt-6">{children}</div>
      </div>
      {below && <div className="mt-6 text-ink-muted">{below}</div>}
      <noscript>
        <p className="mt-4 text-danger-ink">Signing in requires JavaScript, which is turned off in this browser.</p>
      </noscript>
    </div>
  )
}
