import { Printer } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { usePrintKey } from './use-print-key.ts'

/** Prints a sheet for each driver of the plan that is shown. */
export function PrintSheets({ planId }: { planId: string }) {
  const print = usePrintKey(`/dashboard/planning/${planId}/print`)
  return (
    <Button
      icon={<Printer aria-hidden="true" className="size-4" />}
      aria-keyshortcuts="Control+P Meta+P"
      onPress={print}
    >
      Print route sheets
    </Button>
  )
}
