import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  arriveTransfer,
  cancelTransfer,
  changeTransfer,
  departTransfer,
  getTransfer,
  removeFromTransfer,
  takeBackTransfer,
} from '#domain/api/transfers.ts'
import type { Transfer, TransferArrival, TransferChange, TransferDeparture } from '#domain/schema/transfer.ts'
import type { z } from 'zod'
import { call } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'

export type TransferStep =
  | { step: 'depart'; body?: z.input<typeof TransferDeparture> }
  | { step: 'arrive'; body?: z.input<typeof TransferArrival> }
  | { step: 'change'; body: TransferChange }
  | { step: 'remove'; ids: string[] }
  | { step: 'cancel' }
  | { step: 'back' }

const said: Record<TransferStep['step'], string> = {
  depart: 'The transfer is on the way',
  arrive: 'The transfer arrived',
  change: 'The transfer was changed',
  remove: 'Taken off the transfer',
  cancel: 'The transfer was canceled',
  back: 'Taken back',
}

/** Moves a transfer on. Where that can be taken back, the message says so. */
export function useTransferStep(transfer: Transfer, onDone?: () => void) {
  const client = useQueryClient()
  const step = useMutation({
    mutationFn: (wanted: TransferStep) => {
      const params = { id: transfer.id }
      const change = wanted.step === 'change' ? wanted.body : { state: wanted.step }
      return changeRecord(transfer, change, async (version): Promise<{ refused: { sentence: string }[] }> => {
        switch (wanted.step) {
          case 'depart':
            await call(departTransfer, { params, body: wanted.body ?? {}, version })
            return { refused: [] }
          case 'arrive':
            await call(arriveTransfer, { params, body: wanted.body ?? {}, version })
            return { refused: [] }
          case 'change':
            await call(changeTransfer, { params, body: wanted.body, version })
            return { refused: [] }
          case 'remove':
            return call(removeFromTransfer, { params, body: { delivery_ids: wanted.ids }, version })
          case 'cancel':
            await call(cancelTransfer, { params, version })
            return { refused: [] }
          case 'back':
            return call(takeBackTransfer, { params, version })
        }
      })
    },
    onSuccess: ({ refused }, { step: done }) => {
      const canUndo = done === 'depart' || done === 'arrive' || done === 'cancel'
      toast({
        tone: refused.length ? 'info' : 'success',
        title: said[done],
        ...(refused.length && {
          description: `${countOf(refused.length, 'delivery', 'deliveries')} did not fit. ${refused[0]!.sentence}`,
        }),
        ...(canUndo && { action: { label: 'Undo', onPress: () => void undo(transfer.id) } }),
      })
      onDone?.()
    },
    onSettled: () => refresh(),
  })
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.transfers.all }),
      client.invalidateQueries({ queryKey: keys.deliveries.all }),
    ])
  const undo = async (id: string) => {
    try {
      const { version } = await call(getTransfer, { params: { id } })
      await call(takeBackTransfer, { params: { id }, version })
      toast({ tone: 'success', title: said.back })
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    }
    await refresh()
  }
  return step
}
