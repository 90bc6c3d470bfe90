import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { changeWave, createWave, deleteWave } from '#domain/api/waves.ts'
import type { Wave } from '#domain/schema/wave.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'
import { toBody, toValues } from './wave-values.ts'

/** What can be done to waves from their list. It happens at once, with Undo. */
export function useWaveActions() {
  const client = useQueryClient()
  return useMemo(() => {
    const refresh = () => client.invalidateQueries({ queryKey: keys.waves })
    const attempt = async (change: () => Promise<unknown>): Promise<boolean> => {
      try {
        await change()
        return true
      } catch (error) {
        toast({ tone: 'error', title: sentenceOf(error) })
        return false
      } finally {
        await refresh()
      }
    }
    return {
      refresh,
      switchTo: (wave: Wave, active: boolean) =>
        attempt(() =>
          changeRecord(wave, { active }, (version) =>
            call(changeWave, { params: { id: wave.id }, body: { active }, version }),
          ),
        ),
      remove: async (wave: Wave) => {
        const isDone = await attempt(() => call(deleteWave, { params: { id: wave.id }, version: wave.version }))
        if (!isDone) return
        const again = () =>
          attempt(() => call(createWave, { body: toBody(toValues(wave)), idempotencyKey: newIdempotencyKey() }))
        toast({
          title: `The wave “${wave.name}” was deleted`,
          action: { label: 'Undo', onPress: () => void again() },
        })
      },
    }
  }, [client])
}
