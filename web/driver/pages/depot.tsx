import { useState } from 'react'
import type { CarriedDelivery, DrivenDayRoute } from '#domain/schema/driver-day.ts'
import { routeOfToday } from '../day/stops.ts'
import { go } from '../path.ts'
import { useDay } from '../road/use-road.ts'
import { LongField, Toggle } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../use-action.ts'
import { useWords } from '../words/use-words.tsx'

/** Back at the depot: what comes back is marked, so that nobody looks for it in the van. */
export function DepotPage() {
  const { say } = useWords()
  const route = routeOfToday(useDay(), Date.now())
  const { act, problem, isPending } = useAction()
  const carried = route ? inTheVan(route) : []
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [note, setNote] = useState('')

  async function save() {
    if (!route) return
    const delivery_ids = carried.map(({ id }) => id).filter((id) => !left.has(id))
    const data = { route_id: route.id, delivery_ids, note: note.trim() || null }
    if (await act({ kind: 'returned_to_depot', data })) go('/', { replace: true })
  }

  return (
    <Screen
      title={say('depot.title')}
      actions={
        <Press look="primary" isLarge isPending={isPending} disabled={!route} onClick={() => void save()}>
          {say('depot.save')}
        </Press>
      }
    >
      <Problem text={problem} />
      <p className="text-ink-muted">{say(carried.length > 0 ? 'depot.text' : 'depot.nothing')}</p>
      <ul>
        {carried.map((delivery) => (
          <li key={delivery.id}>
            <Toggle
              label={
                <>
                  {say('stop.number', { number: String(delivery.number) })} {delivery.name}
                </>
              }
              isOn={!left.has(delivery.id)}
              onChange={(isOn) => {
                const next = new Set(left)
                if (isOn) next.delete(delivery.id)
                else next.add(delivery.id)
                setLeft(next)
              }}
            />
          </li>
        ))}
      </ul>
      <LongField
        label={`${say('end.note')} (${say('optional')})`}
        value={note}
        maxLength={500}
        onChange={({ target }) => setNote(target.value)}
      />
    </Screen>
  )
}

/** What could not be delivered, what was collected, and what was refused in part. */
function inTheVan({ stops }: DrivenDayRoute): CarriedDelivery[] {
  const all = new Map(stops.flatMap(({ delivery }) => (delivery ? [[delivery.id, delivery] as const] : [])))
  return [...all.values()].filter(({ status, kind, progress }) => {
    if (status === 'delivered')
      return kind !== 'delivery' || progress.some(({ end }) => end === 'refused' || end === 'damaged')
    return status === 'failed' ? kind !== 'return' : status !== 'cancelled' && kind !== 'return'
  })
}
