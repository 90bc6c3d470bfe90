import { useState } from 'react'
import { routeOfToday } from '../day/stops.ts'
import { useGps } from '../gps/use-gps.tsx'
import { go } from '../path.ts'
import { useDay } from '../road/use-road.ts'
import { Field, LongField, Toggle } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../use-action.ts'
import { useDraft } from '../use-draft.ts'
import { useWords } from '../words/use-words.tsx'

/** A stop that nobody planned. */
export function AddPage() {
  const { say } = useWords()
  const route = routeOfToday(useDay(), Date.now())
  const { act, problem, isPending } = useAction()
  const { fix } = useGps()
  const fresh = () => ({ address: '', name: '', phone: '', note: '' })
  const { value: draft, change, drop } = useDraft('add', fresh)
  const [isHere, setHere] = useState(false)

  async function save() {
    if (!route || !draft) return
    const data = {
      route_id: route.id,
      delivery_id: crypto.randomUUID(),
      address: draft.address.trim(),
      location: isHere && fix ? { lat: fix.lat, lng: fix.lng } : null,
      recipient_name: draft.name.trim() || null,
      recipient_phone: draft.phone.trim() || null,
      note: draft.note.trim() || null,
    }
    if (!(await act({ kind: 'stop_added', data }))) return
    await drop()
    go('/', { replace: true })
  }

  return (
    <Screen
      title={say('add.title')}
      actions={
        <Press
          look="primary"
          isLarge
          isPending={isPending}
          disabled={!route || !draft?.address.trim()}
          onClick={() => void save()}
        >
          {say('add.save')}
        </Press>
      }
    >
      <Problem text={problem} />
      {!route && <p>{say('today.none')}</p>}
      {draft && (
        <>
          <Field
            label={say('add.address')}
            value={draft.address}
            maxLength={500}
            onChange={({ target }) => change({ address: target.value })}
          />
          {fix && <Toggle label={say('add.here')} isOn={isHere} onChange={setHere} />}
          {!(fix && isHere) && <p className="text-sm text-pretty text-ink-muted">{say('add.elsewhere')}</p>}
          <Field
            label={`${say('add.name')} (${say('optional')})`}
            value={draft.name}
            maxLength={200}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Field
            label={`${say('add.phone')} (${say('optional')})`}
            type="tel"
            value={draft.phone}
            maxLength={40}
            onChange={({ target }) => change({ phone: target.value })}
          />
          <LongField
            label={`${say('end.note')} (${say('optional')})`}
            value={draft.note}
            maxLength={500}
            onChange={({ target }) => change({ note: target.value })}
          />
        </>
      )}
    </Screen>
  )
}
