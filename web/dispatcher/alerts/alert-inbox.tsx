import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellOff, Eye, Settings } from 'lucide-react'
import { useState } from 'react'
import { alertKinds, alertNames, type AlertKind } from '#domain/alerts/kinds.ts'
import { mostSeenAtOnce, seeAlerts } from '#domain/api/alerts.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AlertLine } from './alert-line.tsx'
import { NotifyHereSwitch } from './notify-here.tsx'
import { useInbox } from './use-inbox.ts'

/** From so many on, the inbox can be narrowed down. */
const many = 8
const kinds = [{ id: 'all', label: 'All kinds' }, ...alertKinds.map((id) => ({ id, label: alertNames[id] }))]

/** What dispatchers should look at, the urgent and unseen first, with what can be done about each. */
export default function AlertInbox({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<AlertKind>()
  const { query, alerts, open } = useInbox(kind)
  return (
    <Drawer
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Alerts"
      footer={
        <>
          <NotifyHereSwitch />
          <ButtonLink
            to="/dashboard/settings/alerts"
            size="small"
            variant="quiet"
            icon={<Settings aria-hidden="true" className="size-4" />}
            onClick={onClose}
          >
            Settings
          </ButtonLink>
        </>
      }
    >
      {(kind || (alerts && alerts.length >= many)) && (
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <Select
            label="Kind"
            isLabelHidden
            options={kinds}
            value={kind ?? 'all'}
            onChange={(id) => setKind(alertKinds.find((each) => each === id))}
            className="min-w-0 flex-1"
          />
          <AllSeen kind={kind} isDisabled={open === 0} />
        </div>
      )}
      {query.isLoadingError ? (
        <LoadError
          title="The alerts could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : !alerts ? (
        <Spinner label="Loading alerts" />
      ) : alerts.length === 0 ? (
        <EmptyState icon={<BellOff />} title={kind ? 'Nothing of this kind' : 'Nothing to look at'}>
          Late and silent drivers, defects, conflicts and missing proofs appear here, before they become a problem.
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {alerts.map((alert) => (
            <AlertLine key={alert.id} alert={alert} onLeave={onClose} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button className="mt-3 w-full" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          Show older alerts
        </Button>
      )}
    </Drawer>
  )
}

/** After a storm of alerts: all of them have been looked at. None of them is dealt with by that. */
function AllSeen({ kind, isDisabled }: { kind: AlertKind | undefined; isDisabled: boolean }) {
  const client = useQueryClient()
  const see = useMutation({
    mutationFn: async (until: string) => {
      let seen = mostSeenAtOnce
      while (seen === mostSeenAtOnce) ({ seen } = await call(seeAlerts, { body: { until, ...(kind && { kind }) } }))
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.alerts.all }),
  })
  if (!useMay('change_deliveries')) return null
  return (
    <Button
      icon={<Eye aria-hidden="true" className="size-4" />}
      isDisabled={isDisabled}
      isPending={see.isPending}
      onPress={() => see.mutate(new Date().toISOString())}
    >
      All seen
    </Button>
  )
}
