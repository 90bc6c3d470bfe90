import { CircleCheck, CircleDashed } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { neededProofs, type ProofKind } from '#domain/road/requirements.ts'
import type { DrivenStop, DriverDay } from '#domain/schema/driver-day.ts'
import { go } from '../path.ts'
import type { StepProps } from '../stop/step-props.ts'
import { Actions } from '../ui/actions.tsx'
import { Card, LongField } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import { useWords } from '../words/use-words.tsx'
import { AgeForm } from './age-form.tsx'
import type { ProofFormProps } from './form-props.ts'
import { IdentityForm } from './identity-form.tsx'
import { NameForm } from './name-form.tsx'
import { PhotoForm } from './photo-form.tsx'
import { PinForm } from './pin-form.tsx'
import { ScanForm } from './scan-form.tsx'
import { SignatureForm } from './signature-form.tsx'
import { TakenPhotos } from './taken-photos.tsx'
import { TemperatureForm } from './temperature-form.tsx'
import { useProofs } from './use-proofs.ts'

const forms: Record<ProofKind, ComponentType<ProofFormProps>> = {
  photo: PhotoForm,
  signature: SignatureForm,
  pin: PinForm,
  scan: ScanForm,
  age: AgeForm,
  identity: IdentityForm,
  name: NameForm,
  temperature: TemperatureForm,
}

/** What is to be done now is in sight, also below all that is done. */
const showCurrent = (item: HTMLLIElement | null) => item?.scrollIntoView({ block: 'nearest' })

/** At the door alone: who hands a parcel over at a pickup proves nothing about its delivery. */
export const needsProofs = ({ kind, delivery }: DrivenStop, { settings }: DriverDay): boolean =>
  kind !== 'pickup' && delivery !== null && neededProofs(delivery, settings).length > 0

/** What the delivery asks for, one after the other. Each is kept as soon as it was taken. */
export function ProofsStep({ stop, day, draft, change, next, nextLabel }: StepProps) {
  const { say } = useWords()
  const brought = draft.parcels.filter(({ state }) => state === 'delivered').map(({ index }) => index)
  const proofs = useProofs(stop, draft.parcels.length ? brought : undefined)
  const [isWithout, setWithout] = useState(draft.without !== '')
  const name = draft.received_by.trim()
  // Whoever took it was asked before; the name becomes a proof when the driver goes on.
  const isNamed = name !== ''
  const missing = proofs.missing.filter(({ kind }) => kind !== 'name' || !isNamed)
  const needed = neededProofs(stop.delivery!, day.settings).filter((kind) => kind !== 'name' || !isNamed)
  const [current] = missing
  const hasBeenNamed = !proofs.missing.some(({ kind }) => kind === 'name')

  async function finish() {
    if (isNamed && !hasBeenNamed && !(await proofs.take({ kind: 'name', name }))) return
    next()
  }

  if (!proofs.isRead) return null
  return (
    <>
      <Problem text={proofs.problem} />
      <ul className="grid gap-2">
        {needed.map((kind) => {
          const open = missing.find((each) => each.kind === kind)
          const Form = forms[kind]
          return (
            <li key={kind} ref={open && open === current ? showCurrent : undefined}>
              <Card className="grid gap-3">
                <h2 className="flex items-center gap-2 font-semibold">
                  {open ? (
                    <CircleDashed aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
                  ) : (
                    <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success-ink" />
                  )}
                  <span className="grow">{say(`proof.${kind}`)}</span>
                  <span className="text-sm font-normal text-ink-muted">{say(open ? 'proof.open' : 'proof.taken')}</span>
                </h2>
                {kind === 'photo' && !open && <TakenPhotos own={proofs.own} take={proofs.take} />}
                {open && open === current && (
                  <Form
                    stop={stop}
                    missing={open}
                    own={proofs.own.filter(({ proof }) => proof.kind === kind)}
                    name={name || stop.delivery!.name || ''}
                    take={proofs.take}
                  />
                )}
              </Card>
            </li>
          )
        })}
      </ul>
      {missing.length === 0 ? (
        <Actions>
          <Press look="primary" isLarge onClick={() => void finish()}>
            {nextLabel}
          </Press>
        </Actions>
      ) : isWithout ? (
        <Card className="grid gap-3">
          <LongField
            label={say('proof.why')}
            value={draft.without}
            maxLength={200}
            onChange={({ target }) => change({ without: target.value })}
          />
          <Press disabled={!draft.without.trim()} onClick={() => void finish()}>
            {nextLabel}
          </Press>
        </Card>
      ) : (
        <div className="mt-auto grid grid-cols-2 gap-2">
          <Press look="quiet" onClick={() => setWithout(true)}>
            {say('proof.without')}
          </Press>
          <Press look="danger" onClick={() => go(`/stop/${stop.id}/fail`, { replace: true })}>
            {say('stop.fail')}
          </Press>
        </div>
      )}
    </>
  )
}
