import type { ReactNode } from 'react'
import { Group } from 'react-aria-components'
import { cx } from './cx.ts'

type ToolbarProps = {
  label: string
  children: ReactNode
  actions?: ReactNode
  /** On phones, they get a row of their own, so that the search keeps its room. */
  hasManyActions?: boolean
}

/** The row above a list: search and filters at the start, actions at the end. */
export function Toolbar({ label, children, actions, hasManyActions = false }: ToolbarProps) {
  return (
    <Group aria-label={label} className="flex flex-wrap items-center gap-2 pb-3">
      {children}
      {actions && (
        <div
          className={cx(
            'ml-auto flex flex-wrap items-center gap-2',
            hasManyActions && 'max-sm:grid max-sm:w-full max-sm:auto-cols-fr max-sm:grid-flow-col',
          )}
        >
          {actions}
        </div>
      )}
    </Group>
  )
}
