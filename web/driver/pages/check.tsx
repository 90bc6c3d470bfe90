import { CircleAlert, TruckElectric } from 'lucide-react'
import { useState } from 'react'
import { PhotosField } from '../camera/photos-field.tsx'
import { checkOf, newCheck, partNames, togglePart, type CheckDraft, type DefectDraft } from '../check/check-draft.ts'
import type { PageProps } from '../page-props.ts'
import { go } from '../path.ts'
import { useDay } from '../road/use-road.ts'
import { Card, Field, LongField, Note, Part, Toggle } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../use-action.ts'
import { useDraft } from '../use-draft.ts'
import { useWords } from '../words/use-words.tsx'
import { GonePage } from './gone.tsx'

type Vehicle = ReturnType<typeof useDay>['vehicles'][number]

/** The check of a vehicle, with which a shift begins. */
export function CheckPage({ params: [id = ''] }: PageProps) {
  const { vehicles } = useDay()
  // As it was when the page was opened: what is found blocks it at once.
  const [vehicle] = useState(() => vehicles.find((each) => each.id === id))
  return vehicle ? <Check vehicle={vehicle} /> : <GonePage />
}

function Check({ vehicle }: { vehicle: Vehicle }) {
  const { say } = useWords()
  const day = useDay()
  const { act, problem, isPending } = useAction()
  const { value: draft, change, drop } = useDraft<CheckDraft>(`check ${vehicle.id}`, newCheck)
  const [isBlocked, setBlocked] = useState(false)
  const check = draft && checkOf(vehicle.id, draft)

  async function finish() {
    if (!check) return
    if (!(await act({ kind: 'vehicle_checked', ...check }))) return
    await drop()
    if (check.data.defects.some(({ blocking }) => blocking)) return setBlocked(true)
    if (!day.shift) {
      const data = { shift_id: crypto.randomUUID(), vehicle_id: vehicle.id }
      if (!(await act({ kind: 'shift_started', data }))) return
    }
    go('/', { replace: true })
  }

  if (isBlocked) return <Blocked vehicle={vehicle} />
  return (
    <Screen
      title={say('check.title', { code: vehicle.code })}
      subtitle={vehicle.plate}
      actions={
        <Press look="primary" isLarge isPending={isPending} disabled={!check} onClick={() => void finish()}>
          {draft?.defects.length ? say('check.report', { count: draft.defects.length }) : say('check.fine')}
        </Press>
      }
    >
      <Problem text={problem} />
      {draft && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Field
              label={say('shift.odometer')}
              inputMode="decimal"
              type="number"
              min={0}
              value={draft.odometer}
              onChange={({ target }) => change({ odometer: target.value })}
            />
            <Field
              label={say('check.fuel')}
              inputMode="numeric"
              type="number"
              min={0}
              max={100}
              value={draft.fuel}
              onChange={({ target }) => change({ fuel: target.value })}
            />
          </div>
          <Part title={say('check.parts')}>
            <p className="text-sm text-ink-muted">{say('check.partsText')}</p>
            <div className="grid grid-cols-3 gap-2">
              {partNames.map((part) => {
                const isBroken = draft.defects.some((defect) => defect.part === part)
                return (
                  <Press
                    key={part}
                    look={isBroken ? 'primary' : 'secondary'}
                    aria-pressed={isBroken}
                    className="px-2 text-sm"
                    onClick={() => change({ defects: togglePart(draft.defects, part) })}
                  >
                    {say(`vehiclePart.${part}`)}
                  </Press>
                )
              })}
            </div>
          </Part>
          {draft.defects.map((defect) => (
            <Defect
              key={defect.part}
              defect={defect}
              onChange={(changed) =>
                change({
                  defects: draft.defects.map((each) => (each.part === defect.part ? { ...each, ...changed } : each)),
                })
              }
            />
          ))}
          <PhotosField label={say('check.photo')} photos={draft.photos} onChange={(photos) => change({ photos })} />
        </>
      )}
    </Screen>
  )
}

type DefectProps = { defect: DefectDraft; onChange: (changed: Partial<DefectDraft>) => void }

function Defect({ defect: { part, note, blocking, photos }, onChange }: DefectProps) {
  const { say } = useWords()
  return (
    <Card className="grid gap-3">
      <h2 className="font-semibold">{say(`vehiclePart.${part}`)}</h2>
      <LongField
        label={say('check.what')}
        value={note}
        maxLength={500}
        onChange={({ target }) => onChange({ note: target.value })}
      />
      <Toggle label={say('check.blocking')} isOn={blocking} onChange={(isOn) => onChange({ blocking: isOn })} />
      <PhotosField label={say('photo.take')} photos={photos} onChange={(taken) => onChange({ photos: taken })} />
    </Card>
  )
}

/** Nobody drives this one now. */
function Blocked({ vehicle }: { vehicle: Vehicle }) {
  const { say } = useWords()
  const others = useDay().vehicles.filter(({ id, blocked }) => id !== vehicle.id && !blocked)
  return (
    <Screen title={say('check.title', { code: vehicle.code })}>
      <Note tone="danger" role="alert" icon={<CircleAlert aria-hidden="true" />}>
        {say('check.blockedText', { code: vehicle.code })}
      </Note>
      <Part title={say('check.others')}>
        {others.length === 0 && <p className="text-ink-muted">{say('check.noOthers')}</p>}
        {others.map(({ id, code, plate }) => (
          <Press
            key={id}
            icon={<TruckElectric aria-hidden="true" className="size-5" />}
            onClick={() => go(`/check/${id}`, { replace: true })}
          >
            {[code, plate].filter(Boolean).join(' · ')}
          </Press>
        ))}
        <Press look="quiet" onClick={() => go('/', { replace: true })}>
          {say('back')}
        </Press>
      </Part>
    </Screen>
  )
}
