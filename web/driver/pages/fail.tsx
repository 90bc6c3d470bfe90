import { failureReasonNames, type FailureReason } from '#domain/failure-reasons.ts'
import type { DrivenStop } from '#domain/schema/driver-day.ts'
import { PhotosField } from '../camera/photos-field.tsx'
import type { TakenPhoto } from '../camera/take-photo.ts'
import { findStop } from '../day/stops.ts'
import type { PageProps } from '../page-props.ts'
import { go } from '../path.ts'
import { useDay } from '../road/use-road.ts'
import { Choice, LongField } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../use-action.ts'
import { useDraft } from '../use-draft.ts'
import { useWords } from '../words/use-words.tsx'
import { GonePage } from './gone.tsx'

/** Ends a stop badly, and says why. */
export function FailPage({ params: [id = ''] }: PageProps) {
  const stop = findStop(useDay(), id)?.stop
  return stop?.delivery ? <Fail stop={stop} deliveryId={stop.delivery.id} /> : <GonePage />
}

type Draft = { reason: FailureReason | null; note: string; photos: TakenPhoto[] }

/** Only at one kind of stop. */
const onlyAt: Partial<Record<FailureReason, 'pickup' | 'delivery'>> = { not_ready: 'pickup', not_paid: 'delivery' }

function Fail({ stop, deliveryId }: { stop: DrivenStop; deliveryId: string }) {
  const { say } = useWords()
  const { act, problem, isPending } = useAction()
  const {
    value: draft,
    change,
    drop,
  } = useDraft<Draft>(`fail ${stop.id}`, () => ({
    reason: null,
    note: '',
    photos: [],
  }))
  const isPickup = stop.kind === 'pickup'
  const reasons = failureReasonNames.filter(
    (reason) => (onlyAt[reason] ?? 'any') !== (isPickup ? 'delivery' : 'pickup'),
  )

  const mustShow = useDay().settings.photo_of_failure
  const isProved = !mustShow || (draft?.photos.length ?? 0) > 0 || Boolean(draft?.note.trim())

  async function finish(reason: FailureReason, { note, photos: taken }: Draft) {
    const photos = taken.map(({ photo }) => photo)
    const data = { stop_id: stop.id, delivery_id: deliveryId, reason, note: note.trim() || null, photos }
    if (!(await act({ kind: 'failed', data, photos: taken.map(({ kept }) => kept) }))) return
    await drop()
    go('/', { replace: true })
  }

  return (
    <Screen
      title={say(isPickup ? 'end.failPickupTitle' : 'end.failTitle')}
      subtitle={stop.delivery?.name ?? stop.name}
      actions={
        <Press
          look="primary"
          isLarge
          isPending={isPending}
          disabled={!draft?.reason || !isProved || (draft.reason === 'other' && !draft.note.trim())}
          onClick={() => void finish(draft!.reason!, draft!)}
        >
          {say('end.finish')}
        </Press>
      }
    >
      <Problem text={problem} />
      {draft && (
        <>
          <Choice
            label={say('end.failTitle')}
            options={reasons.map((reason) => ({ value: reason, label: say(`reason.${reason}`) }))}
            value={draft.reason}
            onChange={(reason) => change({ reason })}
          />
          <PhotosField label={say('photo.take')} photos={draft.photos} onChange={(photos) => change({ photos })} />
          {!isProved && <p className="text-sm text-ink-muted">{say('photo.orWhy')}</p>}
          <LongField
            label={draft.reason === 'other' ? say('end.note') : `${say('end.note')} (${say('optional')})`}
            value={draft.note}
            maxLength={500}
            onChange={({ target }) => change({ note: target.value })}
          />
        </>
      )}
    </Screen>
  )
}
