import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { Menu } from './menu.tsx'

/** The button at the end of a row that opens its actions, if it has any. */
export function RowMenu({ label, children }: { label?: string; children: ReactNode }) {
  if (!children) return null
  const name = label ? `Actions for ${label}` : 'Actions'
  return (
    <Menu
      aria-label={name}
      trigger={
        <IconButton
          label={name}
          hasTooltip={false}
          size="small"
          icon={<Ellipsis aria-hidden="true" className="size-4" />}
          className="text-ink-muted"
        />
      }
    >
      {children}
    </Menu>
  )
}
