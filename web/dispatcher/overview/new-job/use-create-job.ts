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

/** Creates the dialog's job. Resolves to what is wrong with it, or to nothing once it is created. */
export function useCreateJob(timeZone: string, onCreated: (delivery: Delivery) => void) {
  const tell = useTellCreated()
  const { refresh } = useDeliveryActions()
  const attempt = useRef({ content: '', key: '' })

  return async (job: JobDraft): Promise<JobRefusal | undefined> => {
    try {
      const body = bodyOf(job, timeZone)
      const content = JSON.stringify(body)
      // Sending the same job twice creates one job. After a change it is another job.
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

/** Says that the job was created, with a link to what is still missing, or with Undo. */
function useTellCreated() {
  const navigate = useNavigate()
  const { remove } = useDeliveryActions()
  return (delivery: Delivery) => {
    const title = `Delivery #${delivery.number} created`
    const day = formatDay(delivery.scheduled_date)
    const open = () => void navigate(`/dashboard/deliveries?delivery=${delivery.id}`)
    if (delivery.delivery_location) {
      return toast({ title, description: day, action: { label: 'Undo', onPress: () => void remove(delivery) } })
    }
    return toast({
      title,
      description: `${day}. Set its position so that it can be planned.`,
      action: { label: 'Set position', onPress: open },
    })
  }
}
