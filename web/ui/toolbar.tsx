import type { ReactNode } from 'react'
import { Group } from 'react-aria-components'

/** The row above a list: search and filters at the start, actions at the end. */
export function Toolbar({ label, children, actions }: { label: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <Group aria-label={label} className="flex flex-wrap items-center gap-2 pb-3">
      {children}
      {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
    </Group>
  )
}
