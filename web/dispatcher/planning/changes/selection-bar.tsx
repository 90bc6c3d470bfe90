import { Info, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useFocusHandover } from '#web/ui/use-focus-handover.ts'
import { useEditor } from './editor-context.ts'
import { SelectionActions, selectedOf } from './selection-actions.tsx'

/**
 * What can be done to everything that is selected, where there is no room for the details beside the map. Floats over the
 * page.
 */
export function SelectionBar({ details }: { details: ReactNode }) {
  const { plan, selected, proposal } = useEditor()
  if (!plan || selected.size === 0 || proposal) return null
  return <Bar details={details} />
}

function Bar({ details }: { details: ReactNode }) {
  const { plan, selected, select } = useEditor()
  const [isOpen, setOpen] = useState(false)
  useFocusHandover()
  const { stops, waiting } = selectedOf(plan!, selected)
  const only = selected.size === 1 ? stops[0] : undefined
  return (
    <div
      data-bottom-bar=""
      className="fixed inset-x-3 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-40 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] flex-wrap items-center justify-center gap-x-1.5 gap-y-1 rounded-xl border bg-raised p-1.5 pl-4 shadow-raised md:bottom-4 md:left-[calc(15rem+1rem)]"
    >
      <p className="mr-1 max-w-48 truncate font-medium whitespace-nowrap tabular-nums max-sm:max-w-none max-sm:grow">
        {only
          ? only.name || `#${only.delivery_number}`
          : `${formatNumber(stops.length + waiting.length || selected.size)} selected`}
      </p>
      <div className="max-sm:order-2 max-sm:flex max-sm:basis-full max-sm:justify-center">
        <SelectionActions />
      </div>
      <Button
        size="small"
        variant="quiet"
        icon={<Info aria-hidden="true" className="size-3.5" />}
        onPress={() => setOpen(true)}
      >
        Details
      </Button>
      <IconButton
        size="small"
        label="Clear selection"
        icon={<X aria-hidden="true" className="size-4" />}
        aria-keyshortcuts="Escape"
        onPress={() => select([])}
      />
      <Drawer isOpen={isOpen} onOpenChange={setOpen} title="Details">
        {details}
      </Drawer>
    </div>
  )
}
