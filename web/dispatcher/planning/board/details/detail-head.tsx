import type { ReactNode } from 'react'
import { useSelection } from '../selection.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { X } from 'lucide-react'

type DetailHeadProps = { title: string; description?: ReactNode; color?: string | undefined; children?: ReactNode }

/** What is selected, and the way to select nothing. */
export function DetailHead({ title, description, color, children }: DetailHeadProps) {
  const { openRoute } = useSelection()
  return (
    <header className="flex items-start gap-2">
      {color && (
        <span aria-hidden="true" className="mt-1.5 size-3 shrink-0 rounded-full" style={{ backgroundColor: color }} />
      )}
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold tracking-tight wrap-anywhere">{title}</h2>
        {description && <p className="text-[0.8125rem] text-ink-muted wrap-anywhere">{description}</p>}
      </div>
      {children}
      <IconButton
        size="small"
        label="Clear selection"
        icon={<X aria-hidden="true" className="size-4" />}
        aria-keyshortcuts="Escape"
        onPress={() => openRoute(null)}
      />
    </header>
  )
}
