import type { ReactNode } from 'react'

/** One thing to know about a stop. */
export const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-2.5">
    <span aria-hidden="true" className="mt-0.5 shrink-0 text-ink-faint [&_svg]:size-5">
      {icon}
    </span>
    <div className="min-w-0 grow text-pretty wrap-anywhere">{children}</div>
  </li>
)
