import { useQuery } from '@tanstack/react-query'
import type { UnpublishedChanges } from '#domain/schema/unpublished.ts'
import { countOf, withTimes } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { effectLine } from '../changes/effect-words.ts'
import { planQuery } from '../plan-queries.ts'
import { countRecipients, recipientsToTell } from './recipients.ts'
import { useUnpublished } from './use-unpublished.ts'

type PublishDialogProps = { unpublished: UnpublishedChanges; onClose: () => void }

/** What publishing does, and who would have to be told, before it is done. */
export function PublishDialog({ unpublished, onClose }: PublishDialogProps) {
  const { publish } = useUnpublished(unpublished)
  const { changes, result } = unpublished
  const misfits = changes.filter(({ problem }) => problem)
  const drivers = new Set(result?.routes.map(({ driver_name }) => driver_name))
  const isNothing = changes.every(({ problem }) => problem?.is_whole)
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={!publish.isPending}
      title={`Publish ${countOf(changes.length, 'change')}`}
      description={
        drivers.size > 0
          ? `${[...drivers].join(', ')} ${drivers.size === 1 ? 'sees' : 'see'} the new route at once.`
          : undefined
      }
      footer={
        <>
          <Button onPress={onClose} isDisabled={publish.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isDisabled={isNothing}
            isPending={publish.isPending}
            pendingLabel="Publishing"
            onPress={() => publish.mutate(undefined, { onSuccess: onClose })}
          >
            Publish
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {publish.error && <Banner tone="danger">{sentenceOf(publish.error)}</Banner>}
        {misfits.length > 0 && (
          <Banner tone="warning">
            {`${countOf(misfits.length, 'change')} no longer ${misfits.length === 1 ? 'fits' : 'fit'} as a whole, and ${misfits.length === 1 ? 'stays' : 'stay'} in the list: `}
            {misfits.map(({ sentence }) => withTimes(sentence)).join(' ')}
          </Banner>
        )}
        {result && <Told unpublished={unpublished} result={result} />}
      </div>
    </Dialog>
  )
}

type ToldProps = { unpublished: UnpublishedChanges; result: NonNullable<UnpublishedChanges['result']> }

function Told({ unpublished: { plan }, result }: ToldProps) {
  const { currency, time_zone: zone } = useMe().workspace
  const routes = useQuery(planQuery(plan)).data?.routes ?? []
  const recipients = recipientsToTell(result.effect, routes, zone)
  return (
    <>
      <p className="tabular-nums">{effectLine(result.effect, currency)}.</p>
      <section className="grid gap-1">
        <h3 className="font-semibold tracking-tight">{countRecipients(recipients.length)}</h3>
        <p className="text-[0.8125rem] text-ink-muted">
          {recipients.length > 0
            ? 'They were promised another time, or the driver comes much earlier or later.'
            : 'All drivers will come about when recipients expect them.'}
        </p>
        <ul className="grid max-h-48 gap-0.5 overflow-y-auto tabular-nums">
          {recipients.map(({ delivery_id, who, words }) => (
            <li key={delivery_id} className="flex justify-between gap-3">
              <span className="min-w-0 truncate font-medium">{who}</span>
              <span className="whitespace-nowrap">{words}</span>
            </li>
          ))}
        </ul>
      </section>
      {result.warnings.length > 0 && (
        <ul className="grid max-h-32 gap-0.5 overflow-y-auto rounded-lg bg-warning-soft px-3 py-2 text-[0.8125rem] text-warning-ink">
          {result.warnings.map(({ code, sentence, delivery_id, route_id }) => (
            <li key={[code, delivery_id, route_id, sentence].join(' ')}>{withTimes(sentence)}</li>
          ))}
        </ul>
      )}
    </>
  )
}
