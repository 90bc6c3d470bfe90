import { useCallback } from 'react'
import { Printer } from 'lucide-react'
import { printRouteSheets } from '#domain/api/papers.ts'
import { callForFile } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import { printFile } from './print-file.ts'
import { usePrintKey } from './use-print-key.ts'

/** Opens the sheets of a plan, or of one of its routes, as PDF. */
export const openSheets = (planId: string, routeId?: string) =>
  printFile('route-sheets.pdf', () =>
    callForFile(printRouteSheets, { params: { id: planId }, query: { route_id: routeId } }),
  )

/** Prints a sheet for each driver of the plan that is shown. */
export function PrintSheets({ planId }: { planId: string }) {
  const print = useCallback(() => void openSheets(planId), [planId])
  usePrintKey(print)
  return (
    <Button
      icon={<Printer aria-hidden="true" className="size-4" />}
      aria-label="Print route sheets"
      aria-keyshortcuts="Control+P Meta+P"
      onPress={print}
      className="max-sm:px-3"
    >
      <span className="max-sm:hidden">Print route sheets</span>
    </Button>
  )
}
