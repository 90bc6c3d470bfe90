import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellOff, Check, Eye } from 'lucide-react'
import { finishAlert, seeAlert } from '#domain/api/alerts.ts'
import type { InboxAlert } from '#domain/schema/alert.ts'
import { call } from '#web/lib/call.ts'
import { formatAgo } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { cx } from '#web/ui/cx.ts'
import { Drawer } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import { linksOf } from './alert-links.ts'
import { NotifyHereSwitch } from './notify-here.tsx'

type InboxProps = { alerts: readonly InboxAlert[] | undefined; onClose: () => void }

/** What dispatchers should look at, the urgent and unseen first, with what can be done about each. */
export default function AlertInbox({ alerts, onClose }: InboxProps) {
  const sorted = alerts?.toSorted((a, b) => rankOf(b) - rankOf(a))
  return (
    <Drawer isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Alerts" footer={<NotifyHereSwitch />}>
      {!sorted ? (
        <Spinner label="Loading alerts" />
      ) : sorted.length === 0 ? (
        <EmptyState icon={<BellOff />} title="Nothing to look at">
          Late and silent drivers, defects, conflicts and missing proofs appear here, before they become a problem.
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {sorted.map((alert) => (
            <AlertLine key={alert.id} alert={alert} onLeave={onClose} />
          ))}
        </ul>
      )}
    </Drawer>
  )
}

const severities = ['low', 'medium', 'high']
const rankOf = ({ state, severity }: InboxAlert) => (state === 'open' ? 10 : 0) + severities.indexOf(severity)

function AlertLine({ alert, onLeave }: { alert: InboxAlert; onLeave: () => void }) {
  const client = useQueryClient()
  const now = useNow()
  const mayAct = useMay('change_deliveries')
  const act = useMutation({
    mutationFn: (how: typeof seeAlert | typeof finishAlert) => call(how, { params: { id: alert.id } }),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.alerts.all }),
  })
  const { state, severity, sentence, raised_at, seen_by } = alert
  return (
    <li className={cx('grid gap-2.5 rounded-xl border p-3.5', state === 'open' && 'bg-surface')}>
      <div className="flex flex-wrap items-center gap-2 text-xs text-ink-muted">
        {severity === 'high' && <Badge tone="danger">Urgent</Badge>}
        <span>{formatAgo(raised_at, now)}</span>
        {state === 'seen' && <span>Seen by {seen_by}</span>}
      </div>
      <p className={cx(state === 'open' && 'font-medium')}>{sentence}</p>
      <div className="flex flex-wrap gap-2">
        {linksOf(alert).map(({ label, href, isPhone }) => (
          <ButtonLink key={href} to={href} size="small" onClick={isPhone ? undefined : onLeave}>
            {label}
          </ButtonLink>
        ))}
        {mayAct && (
          <span className="ml-auto flex gap-2">
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
    </li>
  )
}
