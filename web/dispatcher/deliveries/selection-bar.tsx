import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useFocusHandover } from '#web/ui/use-focus-handover.ts'

type SelectionBarProps = { count: number; onClear: () => void; onDelete: () => Promise<void> }

/** Actions for the selected rows. Stays visible while the list scrolls. */
export function SelectionBar({ count, onClear, onDelete }: SelectionBarProps) {
  const [isDeleting, setDeleting] = useState(false)
  useFocusHandover()
  const remove = async () => {
    setDeleting(true)
    await onDelete()
    setDeleting(false)
  }
  return (
    <div className="sticky top-16 z-20 mb-3 flex flex-wrap items-center gap-3 rounded-xl bg-raised py-2 pr-2 pl-4 shadow-raised md:top-3">
      <p aria-live="polite" className="flex-1 font-medium tabular-nums">
        {count} selected
      </p>
      <Button size="small" variant="quiet" onPress={onClear}>
        Clear
      </Button>
      <Button
        size="small"
        variant="danger-quiet"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        isPending={isDeleting}
        onPress={() => void remove()}
      >
        Delete
      </Button>
    </div>
  )
}
