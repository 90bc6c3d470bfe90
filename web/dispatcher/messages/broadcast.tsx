import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { broadcastMessage } from '#domain/api/messages.ts'
import type { MessageThread } from '#domain/schema/message.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Compose } from './compose.tsx'

/** Writes the same to everybody on shift, or to some. */
export function Broadcast({ drivers, onSent }: { drivers: readonly MessageThread[]; onSent: () => void }) {
  const client = useQueryClient()
  const onShift = drivers.filter(({ on_shift }) => on_shift).map(({ driver_id }) => driver_id)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(onShift))
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  const send = async (message: { text: string; photo: string | null }, idempotencyKey: string) => {
    const isAll = chosen.size === onShift.length && onShift.every((id) => chosen.has(id))
    const body = isAll ? message : { ...message, driver_ids: [...chosen] }
    const { driver_ids } = await call(broadcastMessage, { body, idempotencyKey })
    await client.invalidateQueries({ queryKey: keys.messages.all })
    toast({ tone: 'success', title: `Sent to ${countOf(driver_ids.length, 'driver')}` })
    onSent()
  }
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">
          To {onShift.length === chosen.size ? 'everybody on shift' : countOf(chosen.size, 'driver')}
        </legend>
        {drivers.length === 0 && <p className="text-ink-muted">Nobody is on shift, and nobody has written yet.</p>}
        {drivers.map(({ driver_id, driver_name, on_shift }) => (
          <Checkbox
            key={driver_id}
            isSelected={chosen.has(driver_id)}
            onChange={(isChosen) => choose(driver_id, isChosen)}
          >
            {on_shift ? `${driver_name}, on shift` : driver_name}
          </Checkbox>
        ))}
      </fieldset>
      <Compose send={send} label="Message to several drivers" />
    </>
  )
}
