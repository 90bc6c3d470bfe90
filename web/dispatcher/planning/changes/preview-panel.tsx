import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PlanChangeResult } from '#domain/schema/plan-change.ts'
import type { Plan } from '#domain/schema/plan.ts'
import { CallError } from '#web/lib/call.ts'
import { conflictOf } from '#web/lib/change-record.ts'
import { countOf, withTimes } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { guestLook } from '../board/guest-look.ts'
import { countRecipients, recipientsToTell } from '../publish/recipients.ts'
import { planChangesQuery } from './change-queries.ts'
import { InsertedList } from './inserted-list.tsx'
import { useEditor, type Editor } from './editor-context.ts'
import { brokenPromises, effectFigures, routeLine } from './effect-words.ts'

/** What a change would do, before it is done. Enter does it, Escape drops it. */
export function PreviewPanel({ isDocked }: { isDocked: boolean }) {
  const editor = useEditor()
  const { proposal, plan } = editor
  if (!proposal || !plan) return null
  return <Panel key={proposal.title} editor={editor} plan={plan} title={proposal.title} isDocked={isDocked} />
}

type PanelProps = { editor: Editor; plan: Plan; title: string; isDocked: boolean }

function Panel({ editor, plan, title, isDocked }: PanelProps) {
  const { proposal, tried, failure, isMaking, confirm, drop } = editor
  const box = useRef<HTMLElement>(null)
  useEscape(box, drop)
  useFocusHere(box)
  const problem = tried.error ?? (conflictOf(failure) ? null : failure)
  const isRefused = tried.error instanceof CallError && tried.error.status >= 400 && tried.error.status < 500
  const by = useWhoChanged(plan, failure)
  const isHard = tried.data !== undefined && tried.data.effect.promises.length > 0
  return (
    <section
      ref={box}
      role="dialog"
      aria-label={title}
      aria-describedby="plan-change-effect"
      tabIndex={-1}
      {...(!isDocked && { 'data-bottom-bar': '' })}
      className={cx('grid gap-3 overflow-y-auto px-4 pt-4 outline-none', guestLook(isDocked))}
    >
      <h2 className="text-base font-semibold tracking-tight">{title}</h2>
      <div id="plan-change-effect" className="grid gap-3">
        {by && <Conflict by={by} isRefused={isRefused} />}
        {problem !== null && problem !== undefined && (
          <p role="alert" className="flex items-start gap-2 font-medium text-danger-ink">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {withTimes(sentenceOf(problem))}
          </p>
        )}
        {tried.data ? (
          <>
            <Effect result={tried.data} plan={plan} />
            <InsertedList changes={proposal?.changes ?? []} result={tried.data} />
          </>
        ) : (
          !tried.error && (
            <div role="status" aria-label="Working out what changes" className="grid gap-2">
              <Skeleton className="h-10 w-full rounded-lg" />
              <Skeleton className="h-5 w-2/3 rounded-lg" />
            </div>
          )
        )}
      </div>
      <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center justify-end gap-2 rounded-b-xl border-t bg-inherit px-4 py-3">
        <span aria-hidden="true" className="mr-auto text-xs text-ink-faint max-md:hidden pointer-coarse:hidden">
          {!isRefused && (
            <>
              <kbd className="rounded border px-1 font-sans">Enter</kbd> does it,
              <br />
            </>
          )}
          <kbd className="rounded border px-1 font-sans">Esc</kbd> drops it
        </span>
        <Button onPress={drop}>Cancel</Button>
        {isRefused ? null : tried.error ? (
          <Button variant="primary" isPending={tried.isFetching} onPress={() => void tried.refetch()}>
            Try again
          </Button>
        ) : (
          <Button
            variant={isHard ? 'danger' : 'primary'}
            isPending={isMaking || tried.isPending}
            pendingLabel={isMaking ? 'Changing the plan' : 'Working out what changes'}
            onPress={confirm}
          >
            {isHard ? `${proposal?.verb} anyway` : proposal?.verb}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Who changed the plan since this was asked, if anybody else did. */
function useWhoChanged(plan: Plan, failure: unknown): string | undefined {
  const [asked] = useState(plan.version)
  const { data: history } = useQuery({ ...planChangesQuery(plan.id), enabled: plan.version > asked })
  if (conflictOf(failure)) return conflictOf(failure)?.changedBy ?? 'Somebody else'
  const newest = plan.version > asked ? history?.[0] : undefined
  return newest?.is_yours === false ? newest.by : undefined
}

function Conflict({ by, isRefused }: { by: string; isRefused: boolean }) {
  return (
    <p className="rounded-lg bg-warning-soft px-3 py-2 font-medium text-warning-ink">
      {by} changed the plan meanwhile.{' '}
      {isRefused ? 'Your change no longer fits.' : 'This is what your change does to the plan as it is now.'}
    </p>
  )
}

const tones = { better: 'text-success-ink', worse: 'text-ink', same: 'text-ink-muted' }

function Effect({ result, plan }: { result: PlanChangeResult; plan: Plan }) {
  const { currency, time_zone: zone } = useMe().workspace
  const promises = brokenPromises(result.effect, plan.routes, zone)
  const recipients = recipientsToTell(result.effect, plan.routes, zone)
  const before = new Map(plan.routes.map((route) => [route.id, route]))
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-x-4 gap-y-2">
        {effectFigures(result.effect, currency).map(({ label, value, tone }) => (
          <div key={label}>
            <dt className="text-xs text-ink-muted">{label}</dt>
            <dd className={cx('mt-0.5 text-base font-semibold whitespace-nowrap tabular-nums', tones[tone])}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <ul className="grid gap-1 text-[0.8125rem] tabular-nums">
        {result.routes.map((route) => (
          <li key={route.id}>
            <span className="font-medium">{before.get(route.id)?.driver_name ?? route.driver_name}:</span>{' '}
            {routeLine(before.get(route.id), route, zone)}
          </li>
        ))}
        {result.removed_route_ids.map((id) => (
          <li key={id}>
            <span className="font-medium">{before.get(id)?.driver_name}:</span>{' '}
            {routeLine(before.get(id), undefined, zone)}
          </li>
        ))}
      </ul>
      {promises.length > 0 && (
        <div className="rounded-lg bg-danger-soft px-3 py-2 text-[0.8125rem] text-danger-ink">
          <p className="font-medium">
            {promises.length === 1 ? 'This breaks a promise:' : `This breaks ${promises.length} promises:`}
          </p>
          <ul className="mt-1 grid max-h-32 gap-0.5 overflow-y-auto tabular-nums">
            {promises.map(({ delivery_id, who, words }) => (
              <li key={delivery_id}>
                <span className="font-medium">{who}:</span> {words}
              </li>
            ))}
          </ul>
        </div>
      )}
      {recipients.length > 0 && (
        <details className="rounded-lg bg-info-soft px-3 py-2 text-[0.8125rem] text-info-ink">
          <summary className="cursor-pointer font-medium">{countRecipients(recipients.length)}</summary>
          <ul className="mt-1 grid max-h-32 gap-0.5 overflow-y-auto tabular-nums">
            {recipients.map(({ delivery_id, who, words }) => (
              <li key={delivery_id}>
                <span className="font-medium">{who}:</span> {words}
              </li>
            ))}
          </ul>
        </details>
      )}
      {result.warnings.length > 0 && (
        <div className="rounded-lg bg-warning-soft px-3 py-2 text-[0.8125rem] text-warning-ink">
          {result.warnings.length > 1 && <p className="font-medium">{countOf(result.warnings.length, 'warning')}:</p>}
          <ul className="grid max-h-28 gap-0.5 overflow-y-auto">
            {result.warnings.map(({ code, sentence, delivery_id, route_id }) => (
              <li key={[code, delivery_id, route_id, sentence].join(' ')}>{withTimes(sentence)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** Escape drops the change wherever the focus is, unless it is in something that Escape closes itself. */
function useEscape(box: { readonly current: HTMLElement | null }, drop: () => void): void {
  const latest = useRef(drop)
  useEffect(() => {
    latest.current = drop
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      const within = event.target instanceof Element && event.target.closest('[role=dialog], [role=menu], input')
      if (within && within !== box.current) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [box])
}

/** Moves the focus to the panel, whose last button does it. Afterwards, the focus goes back to where it was. */
function useFocusHere(box: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const panel = box.current
    const before = document.activeElement
    const focus = () => panel?.querySelector<HTMLElement>('button:last-of-type')?.focus({ preventScroll: true })
    // A menu, a dialog or a drawer that led here gives the focus back while it closes.
    const timers = [60, 200, 400, 700].map((delay) =>
      setTimeout(() => !panel?.contains(document.activeElement) && focus(), delay),
    )
    focus()
    return () => {
      for (const timer of timers) clearTimeout(timer)
      const isLost = document.activeElement === document.body || panel?.contains(document.activeElement)
      if (!isLost) return
      const row = document.querySelector<HTMLElement>('[role=row][aria-selected=true]')
      const back = before instanceof HTMLElement && before.isConnected ? before : row
      ;(back ?? document.getElementById('content'))?.focus({ preventScroll: true })
    }
  }, [box])
}
