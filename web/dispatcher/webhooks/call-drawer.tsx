import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { getWebhookCall, replayWebhookCall } from '#domain/api/webhooks.ts'
import type { WebhookCallInFull } from '#domain/schema/webhook.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Answer } from './endpoint-drawer.tsx'
import { callStateWords } from './webhook-words.ts'

/** One call: what is posted, and every answer. */
export function CallDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const found = useQuery({
    queryKey: keys.webhooks.call(id),
    queryFn: ({ signal }) => call(getWebhookCall, { params: { id }, signal }),
  })
  const again = useMutation({
    mutationFn: () => call(replayWebhookCall, { params: { id }, idempotencyKey: newIdempotencyKey() }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keys.webhooks.all })
      toast({ title: 'The event is sent again' })
      onClose()
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  const isOpen = found.data?.state === 'waiting' || found.data?.state === 'sending'
  return (
    <Drawer
      isOpen
      onOpenChange={(isShown) => !isShown && onClose()}
      title={found.data?.type ?? 'Call'}
      description={found.data && `webhook-id ${found.data.event_id}`}
      footer={
        <Button
          variant="primary"
          isDisabled={!found.data || isOpen}
          isPending={again.isPending}
          onPress={() => again.mutate()}
        >
          Send again
        </Button>
      }
    >
      {found.data ? (
        <Whole shown={found.data} />
      ) : found.error ? (
        <LoadError
          title="The call could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Drawer>
  )
}

function Whole({ shown }: { shown: WebhookCallInFull }) {
  const { time_zone: zone } = useMe().workspace
  const { word, tone } = callStateWords[shown.state]
  const posted = useRef<HTMLPreElement>(null)
  const body = shown.body && JSON.stringify(shown.body, null, 2)
  return (
    <div className="flex flex-col gap-6">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{word}</Badge>
        {shown.next_attempt_at && shown.attempts > 0 && (
          <span className="text-[0.8125rem] text-ink-muted">
            Next attempt {formatDateTime(shown.next_attempt_at, zone)}
          </span>
        )}
      </p>
      <section>
        <h3 className="mb-2 font-medium">Answers</h3>
        {shown.answers.length === 0 && <p className="text-ink-muted">None yet.</p>}
        <ol className="flex flex-col gap-3">
          {shown.answers.toReversed().map((answer) => (
            <li key={answer.at}>
              <p className="mb-1 text-[0.8125rem] text-ink-muted">{formatDateTime(answer.at, zone)}</p>
              <Answer answer={answer} />
            </li>
          ))}
        </ol>
      </section>
      <section>
        <div className="mb-2 flex items-center justify-between gap-3">
          <h3 className="font-medium">What is posted</h3>
          {body && (
            <CopyButton
              text={body}
              of="what is posted"
              onRefused={() => getSelection()?.selectAllChildren(posted.current!)}
            />
          )}
        </div>
        {body ? (
          <pre
            ref={posted}
            className="rounded-lg border bg-sunken p-3 font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap"
          >
            {body}
          </pre>
        ) : (
          <p className="text-ink-muted">The event log no longer keeps this event.</p>
        )}
      </section>
    </div>
  )
}
