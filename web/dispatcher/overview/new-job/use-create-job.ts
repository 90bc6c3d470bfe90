import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { createDelivery } from '#domain/api/deliveries.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { formatDay } from '#web/lib/format.ts'
import { toast } from '#web/ui/toast.tsx'
import { useDeliveryActions } from '../../deliveries/use-delivery-actions.ts'
import { bodyOf, refusalOf } from './job-body.ts'
import type { JobDraft, JobRefusal } from './job-draft.ts'

/** Creates the job of one dialog; resolves to what is wrong with it, or to nothing once it is created. */
export function useCreateJob(timeZone: string, onCreated: (delivery: Delivery) => void) {
  const tell = useTellCreated()
  const { refresh } = useDeliveryActions()
  const attempt = useRef({ content: '', key: '' })

  return async (job: JobDraft): Promise<JobRefusal | undefined> => {
    try {
      const body = bodyOf(job, timeZone)
      const content = JSON.stringify(body)
      // The same job sent again is one job; what was changed in between is another.
      if (attempt.current.content !== content) attempt.current = { content, key: newIdempotencyKey() }
      const delivery = await call(createDelivery, { body, idempotencyKey: attempt.current.key })
      tell(delivery)
      onCreated(delivery)
      void refresh()
      return undefined
    } catch (error) {
      return refusalOf(error)
    }
  }
}

/** Says that a job is there, with the way to what it still lacks, or back. */
function useTellCreated() {
  const navigate = useNavigate()
  const { remove } = useDeliveryActions()
  return (delivery: Delivery) => {
    const title = `Job #${delivery.number} created`
    const day = formatDay(delivery.scheduled_date)
    const open = () => void navigate(`/dashboard/deliveries?delivery=${delivery.id}`)
    if (delivery.delivery_location) {
      return toast({ title, description: day, action: { label: 'Undo', onPress: () => void remove([delivery]) } })
    }
    return toast({
      title,
      description: `${day}. It has no position yet, so it cannot be planned.`,
      action: { label: 'Set position', onPress: open },
    })
  }
}
