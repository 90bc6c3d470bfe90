import { useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'

/** Activates and deactivates a record, with a toast that can undo it. */
export function useSetActive<R extends { id: string }>(
  change: (id: string, active: boolean) => Promise<unknown>,
  nameOf: (row: R) => string,
) {
  const queryClient = useQueryClient()
  const setActive = async (row: R, active: boolean, isUndo = false) => {
    try {
      await change(row.id, active)
      await queryClient.invalidateQueries()
      toast({
        title: `${nameOf(row)} is now ${active ? 'active' : 'inactive'}`,
        ...(!isUndo && { action: { label: 'Undo', onPress: () => void setActive(row, !active, true) } }),
      })
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    }
  }
  return setActive
}
