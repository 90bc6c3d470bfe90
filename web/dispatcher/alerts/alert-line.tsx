import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Eye } from 'lucide-react'
import { useRef } from 'react'
import { finishAlert, seeAlert } from '#domain/api/alerts.ts'
import type { InboxAlert } from '#domain/schema/alert.ts'
import { call } from '#web/lib/call.ts'
import { formatAgo, withTimes } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { toast } from '#web/ui/toast.tsx'
import { linksOf } from './alert-links.ts'

/** One alert: what happened, where one goes about it, and whether somebody has seen or dealt with it. */
export function AlertLine({ alert, onLeave }: { alert: InboxAlert; onLeave: () => void }) {
  const client = useQueryClient()
  const now = useNow()
  const line = useRef<HTMLLIElement>(null)
  const mayAct = useMay('change_deliveries')
  const act = useMutation({
    mutationFn: (how: typeof seeAlert | typeof finishAlert) => call(how, { params: { id: alert.id } }),
    // The button goes with what it did: whoever works by keyboard goes on at the next one.
    onSuccess: (_, how) => focusAfter(line.current, how === finishAlert),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.alerts.all }),
  })
  const { state, severity, sentence, raised_at, seen_by } = alert
  return (
    <li
      ref={line}
      tabIndex={-1}
      className={cx('grid gap-2 rounded-xl border p-3.5 pt-2 focus-ring', state === 'open' && 'bg-surface')}
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 text-xs text-ink-muted">
        {severity === 'high' && <Badge tone="danger">Urgent</Badge>}
        <span>{formatAgo(raised_at, now)}</span>
        {state === 'seen' && <span className="min-w-0 truncate">Seen by {seen_by}</span>}
        {mayAct && (
          <span className="-mr-2 ml-auto flex">
            {state === 'open' && (
              <Button
                size="small"
                variant="quiet"
                icon={<Eye aria-hidden="true" className="size-4" />}
                isPending={act.isPending && act.variables === seeAlert}
                onPress={() => act.mutate(seeAlert)}
              >
                Seen
              </Button>
            )}
            <Button
              size="small"
              variant="quiet"
              icon={<Check aria-hidden="true" className="size-4" />}
              isPending={act.isPending && act.variables === finishAlert}
              onPress={() => act.mutate(finishAlert)}
            >
              Done
            </Button>
          </span>
        )}
      </div>
      <p className={cx('text-pretty', state === 'open' && 'font-medium')}>{withTimes(sentence)}</p>
      <div className="flex flex-wrap gap-2">
        {linksOf(alert).map(({ label, href, isPhone }) => (
          <ButtonLink key={href} to={href} size="small" onClick={isPhone ? undefined : onLeave}>
            {label}
          </ButtonLink>
        ))}
      </div>
    </li>
  )
}

function focusAfter(line: HTMLLIElement | null, isGone: boolean): void {
  if (!line?.contains(document.activeElement)) return
  const next = isGone ? (line.nextElementSibling ?? line.previousElementSibling) : line
  if (next instanceof HTMLElement) next.focus({ preventScroll: !isGone })
}
