import { useCallback, useState } from 'react'
import { nextByHand, type StatusByHand } from '#domain/delivery-state.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { useDeliveryActions } from '../use-delivery-actions.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import { StatusDialog, type StatusQuestion } from './status-dialog.tsx'

type Asking = { kind: 'step'; question: StatusQuestion } | { kind: 'correction'; delivery: Delivery }

type Actions = Pick<ReturnType<typeof useDeliveryActions>, 'setStatuses' | 'refresh'>

/** Which question about a status is open, and ways to open one. */
export function useStatusQuestions() {
  const [asking, setAsking] = useState<Asking>()
  const ask = useCallback((question: StatusQuestion) => setAsking({ kind: 'step', question }), [])
  const askAbout = useCallback(
    (row: Delivery, status?: StatusByHand) => {
      const next = nextByHand(row.status)
      ask({ target: { rows: [row] }, name: `delivery #${row.number}`, count: 1, next, ...(status && { status }) })
    },
    [ask],
  )
  const correct = useCallback((delivery: Delivery) => setAsking({ kind: 'correction', delivery }), [])
  return { asking, ask, askAbout, correct, close: () => setAsking(undefined) }
}

type StatusQuestionsProps = Actions & { asking: Asking | undefined; onClose: () => void }

/** The question about a status that is open, if one is. */
export function StatusQuestions({ asking, onClose, setStatuses, refresh }: StatusQuestionsProps) {
  if (!asking) return null
  if (asking.kind === 'correction') {
    return <CorrectDialog delivery={asking.delivery} refresh={refresh} onClose={onClose} />
  }
  return <StatusDialog question={asking.question} setStatuses={setStatuses} onClose={onClose} />
}
