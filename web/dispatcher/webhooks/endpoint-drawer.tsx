import { useMutation } from '@tanstack/react-query'
import { changeWebhook, replayWebhook, testWebhook } from '#domain/api/webhooks.ts'
import type { WebhookAnswer, WebhookEndpointWithHealth } from '#domain/schema/webhook.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { countOf, formatDate, formatDateTime, formatNumber } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { toast } from '#web/ui/toast.tsx'
import { typesWords } from './webhook-words.ts'

type Doing = 'edit' | 'rotate' | 'delete'
type Props = {
  endpoint: WebhookEndpointWithHealth
  onClose: () => void
  onDo: (what: Doing) => void
  onChanged: () => void
}

/** Everything about one endpoint: how it does, and what can be done with it. */
export function EndpointDrawer({ endpoint, onClose, onDo, onChanged }: Props) {
  const { time_zone: zone } = useMe().workspace
  const test = useMutation({ mutationFn: () => call(testWebhook, { params: { id: endpoint.id } }) })
  const turn = useMutation({
    mutationFn: (change: { active: boolean; resume_from?: 'now' }) =>
      changeRecord(endpoint, change, (version) =>
        call(changeWebhook, { params: { id: endpoint.id }, body: change, version }),
      ),
    onSuccess: (_, { active }) => {
      onChanged()
      toast({ title: active ? 'The webhook is on' : 'The webhook is off' })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <Drawer
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={endpoint.description || new URL(endpoint.url).host}
      description={endpoint.url}
      footer={
        <>
          <Button variant="danger" onPress={() => onDo('delete')}>
            Delete
          </Button>
          <Button onPress={() => onDo('rotate')}>Change secret</Button>
          <Button variant="primary" onPress={() => onDo('edit')}>
            Edit
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {endpoint.active ? (
          <State endpoint={endpoint} zone={zone} onChanged={onChanged} />
        ) : (
          <Banner
            tone={endpoint.paused_why ? 'danger' : 'info'}
            actions={
              <>
                <Button size="small" isPending={turn.isPending} onPress={() => turn.mutate({ active: true })}>
                  Turn on and catch up
                </Button>
                <Button
                  size="small"
                  isPending={turn.isPending}
                  onPress={() => turn.mutate({ active: true, resume_from: 'now' })}
                >
                  Turn on from now
                </Button>
              </>
            }
          >
            {offWords(endpoint, zone)}
          </Banner>
        )}
        <section className="flex flex-col items-start gap-3">
          <div className="flex flex-wrap gap-2">
            <Button isPending={test.isPending} onPress={() => test.mutate()}>
              Send a test
            </Button>
            {endpoint.active && (
              <Button isPending={turn.isPending} onPress={() => turn.mutate({ active: false })}>
                Turn off
              </Button>
            )}
          </div>
          <output className="w-full">
            {test.error && <Banner tone="danger">{sentenceOf(test.error)}</Banner>}
            {test.data && <Answer answer={test.data} />}
          </output>
        </section>
        <Facts>
          <Fact label="Is sent">{typesWords(endpoint.types)}</Fact>
          <Fact label="Depots">{endpoint.depot_ids ? formatNumber(endpoint.depot_ids.length) : 'All'}</Fact>
          <Fact label="Waiting">{formatNumber(endpoint.health.waiting)}</Fact>
          <Fact label="Given up">{formatNumber(endpoint.health.undelivered)}</Fact>
          <Fact label="Last received">
            {endpoint.health.last_sent_at ? formatDateTime(endpoint.health.last_sent_at, zone) : 'Never'}
          </Fact>
          {endpoint.previous_secret_ends_at && new Date(endpoint.previous_secret_ends_at) > new Date() && (
            <Fact label="Old secret">Also signs until {formatDateTime(endpoint.previous_secret_ends_at, zone)}</Fact>
          )}
          <Fact label="Added">
            {formatDate(endpoint.created_at, zone)}, {endpoint.created_by}
          </Fact>
        </Facts>
      </div>
    </Drawer>
  )
}

function offWords({ paused_why: why, paused_at: at }: WebhookEndpointWithHealth, zone: string): string {
  if (!why || !at) return 'It is off. Nothing is posted.'
  const reason = why === 'gone' ? 'it answered that it is gone (410)' : 'no call succeeded for 72 hours'
  return `Karta paused it on ${formatDateTime(at, zone)}, because ${reason}.`
}

/** What is wrong with an endpoint that is on, if anything is. */
function State({
  endpoint,
  zone,
  onChanged,
}: {
  endpoint: WebhookEndpointWithHealth
  zone: string
  onChanged: () => void
}) {
  const { failing_since, undelivered } = endpoint.health
  const replay = useMutation({
    mutationFn: () =>
      call(replayWebhook, {
        params: { id: endpoint.id },
        body: {},
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: ({ added }) => {
      onChanged()
      toast({ title: countOf(added, 'event is sent again', 'events are sent again') })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <>
      {failing_since && (
        <Banner tone="warning">
          No call has succeeded since {formatDateTime(failing_since, zone)}. Karta goes on trying, and pauses it after
          72 hours.
        </Banner>
      )}
      {undelivered > 0 && (
        <Banner
          tone="warning"
          actions={
            <Button size="small" isPending={replay.isPending} onPress={() => replay.mutate()}>
              Send them again
            </Button>
          }
        >
          {undelivered === 1 ? 'One event was' : `${formatNumber(undelivered)} events were`} given up.
        </Banner>
      )}
    </>
  )
}

/** What an endpoint answered. */
export function Answer({ answer }: { answer: WebhookAnswer }) {
  return (
    <Banner tone={answer.failure ? 'danger' : 'success'}>
      <span className="block">
        {answer.failure ?? `It answered with status ${answer.status}.`} ({formatNumber(answer.took_ms)} ms)
      </span>
      {answer.answer && (
        <code className="mt-1 block max-h-40 overflow-auto font-mono text-[0.8125rem] font-normal wrap-anywhere whitespace-pre-wrap">
          {answer.answer}
        </code>
      )}
    </Banner>
  )
}
