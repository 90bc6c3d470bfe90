import { useQueryClient } from '@tanstack/react-query'
import { changeRecord } from '#web/lib/change-record.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'

type Record = { id: string; active: boolean; version: number }

/**
 * Activates and deactivates a record, with a toast that can undo it.
 * @param aftermath what deactivating a record means for others, if anything
 */
export function useSetActive<R extends Record>(
  change: (row: R, active: boolean, version: number) => Promise<R>,
  nameOf: (row: R) => string,
  aftermath: (row: R) => Promise<string | undefined> = async () => undefined,
) {
  const queryClient = useQueryClient()
  const setActive = async (row: R, active: boolean, isUndo = false) => {
    try {
      const changed = await changeRecord(row, { active }, (version) => change(row, active, version))
      await queryClient.invalidateQueries()
      const description = active ? undefined : await aftermath(row)
      toast({
        title: `${nameOf(row)} is now ${active ? 'active' : 'inactive'}`,
        ...(description && { description }),
        ...(!isUndo && { action: { label: 'Undo', onPress: () => void setActive(changed, !active, true) } }),
      })
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
      void queryClient.invalidateQueries()
    }
  }
  return setActive
}
