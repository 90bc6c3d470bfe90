import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RecurringOrder } from '#domain/schema/recurring.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { RecurringForm } from './recurring-form.tsx'
import { recurringOrderQuery, recurringQuery } from './recurring-queries.ts'

/** The recurring order that the address names. The list may change while someone types here: what is open stays open. */
export function OpenedRecurring({ row, onClose }: { row: RecurringOrder; onClose: () => void }) {
  const read = useQuery({ ...recurringOrderQuery(row.id, row.version), placeholderData: keepPreviousData })
  // Its place is among the others.
  const others = useQuery(recurringQuery)
  if (read.data && others.data) return <RecurringForm recurring={read.data} onClose={onClose} />
  if (!read.error) return null
  return (
    <Drawer
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Recurring order"
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <LoadError error={read.error} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />
    </Drawer>
  )
}
