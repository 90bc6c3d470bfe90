import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { retryOperatorMails, retryOperatorTasks } from '#domain/api/operator.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { timeOf } from '../when.ts'
import { failuresQuery } from './operator-queries.ts'

/** What did not work, by reason, and the buttons that try again. */
export function Failures() {
  const client = useQueryClient()
  const found = useQuery(failuresQuery)
  const retry = useMutation({
    mutationFn: (name: string | undefined) =>
      name === undefined ? call(retryOperatorMails, {}) : call(retryOperatorTasks, { body: { name } }),
    onSuccess: ({ retried }, name) =>
      toast({
        title:
          name === undefined
            ? countOf(retried, 'mail is sent again', 'mails are sent again')
            : countOf(retried, 'task is done again', 'tasks are done again'),
      }),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.operator.all }),
  })
  if (found.isLoadingError) {
    return (
      <LoadError
        title="The failures could not be loaded"
        error={found.error}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      />
    )
  }
  if (!found.data) return <Skeleton className="h-64" />
  const { mails, tasks, notifications, webhooks } = found.data
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Failed
        title="Mail"
        actions={
          mails.length > 0 && (
            <Button isPending={retry.isPending} onPress={() => retry.mutate(undefined)}>
              Send again
            </Button>
          )
        }
        rows={mails.map(({ reason, count, last_at }) => ({ what: reason, count, more: `Last ${timeOf(last_at)}` }))}
      />
      <Failed
        title="Tasks"
        rows={tasks.map(({ name, reason, count, last_at }) => ({
          what: name,
          count,
          more: `${reason}, last ${timeOf(last_at)}`,
          action: (
            <Button
              size="small"
              aria-label={`Try ${name} again`}
              isPending={retry.isPending}
              onPress={() => retry.mutate(name)}
            >
              Try again
            </Button>
          ),
        }))}
      />
      <Failed
        title="Messages to recipients, in seven days"
        rows={notifications.map(({ workspace, channel, reason, count }) => ({
          what: workspace,
          count,
          more: `${channel}: ${reason}`,
        }))}
      />
      <Failed
        title="Paused webhooks"
        rows={webhooks.map(({ workspace, host, why, paused_at }) => ({
          what: workspace,
          more: `${host} ${why === 'gone' ? 'said that it is gone' : 'failed for 72 hours'}, ${timeOf(paused_at)}`,
        }))}
      />
    </div>
  )
}

type Row = { what: string; more: string; count?: number; action?: ReactNode }

function Failed({ title, actions, rows }: { title: string; actions?: ReactNode; rows: Row[] }) {
  return (
    <Card title={title} actions={actions} isPadded={false}>
      {rows.length === 0 && <p className="px-4 pb-4 text-ink-muted">Nothing failed.</p>}
      <ul className="divide-y">
        {rows.map(({ what, more, count, action }) => (
          <li key={`${what} ${more}`} className="flex items-start justify-between gap-4 px-4 py-3">
            <div className="min-w-0 wrap-anywhere">
              <p className="font-medium">
                {what}
                {count !== undefined && <span className="font-normal text-ink-muted"> × {formatNumber(count)}</span>}
              </p>
              <p className="text-[0.8125rem] text-ink-muted">{more}</p>
            </div>
            {action}
          </li>
        ))}
      </ul>
    </Card>
  )
}
