import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Group } from 'react-aria-components'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useFocusHandover } from '#web/ui/use-focus-handover.ts'
import type { Selection } from './use-selection.ts'

type SelectionBarProps = { selection: Selection; total: number; children: ReactNode }

/** Says how much is selected, with what can be done to it. Floats over the page, so that no row moves. */
export function SelectionBar({ selection, total, children }: SelectionBarProps) {
  useFocusHandover()
  return (
    <Group
      aria-label="Selected deliveries"
      data-bottom-bar=""
      className="fixed inset-x-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-40 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] flex-wrap items-center justify-center gap-x-2 gap-y-1 rounded-xl border bg-raised p-1.5 pl-4 shadow-raised md:bottom-4 md:left-[calc(15rem+1rem)]"
    >
      <p className="mr-1 font-medium whitespace-nowrap tabular-nums">
        {selection.isEverything ? `All ${formatNumber(total)} selected` : `${formatNumber(selection.count)} selected`}
      </p>
      {selection.selectEverything && (
        <Button size="small" variant="quiet" className="text-brand-ink!" onPress={selection.selectEverything}>
          {`Select all ${formatNumber(total)}`}
        </Button>
      )}
      {children}
      <IconButton
        size="small"
        label="Clear selection"
        icon={<X aria-hidden="true" className="size-4" />}
        aria-keyshortcuts="Escape"
        onPress={selection.clear}
      />
    </Group>
  )
}
