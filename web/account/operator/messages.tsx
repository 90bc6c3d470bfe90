import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { changeOperatorMessage } from '#domain/api/operator.ts'
import type { OperatorMessage } from '#domain/schema/operator.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { useSetParam } from '#web/lib/set-param.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { timeOf } from '../when.ts'
import { messagesQuery } from './operator-queries.ts'

const topics = { general: 'General', demo: 'Demo', sales: 'Sales', support: 'Support' } as const
const shown = { no: 'Not answered', yes: 'Answered', all: 'All' } as const

/** What people wrote on the contact page. Which of it is in the address. */
export function Messages() {
  const [params] = useSearchParams()
  const set = useSetParam({ replace: true })
  const which = (['yes', 'all'] as const).find((each) => each === params.get('answered')) ?? 'no'
  const found = useInfiniteQuery(messagesQuery(which === 'all' ? undefined : which))
  const messages = found.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <div className={cx('flex flex-col gap-4', messages.length > 0 && 'max-w-3xl')}>
      <Select
        label="Show"
        className="max-w-xs"
        options={Object.entries(shown).map(([id, label]) => ({ id, label }))}
        value={which}
        onChange={(id) => set('answered', id === 'no' ? undefined : String(id))}
      />
      {found.isLoadingError && (
        <LoadError
          title="The messages could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      )}
      {found.isPending && <Skeleton className="h-40" />}
      {found.data && messages.length === 0 && (
        <EmptyState icon={<MessageSquare />} title={which === 'no' ? 'Everything is answered' : 'No messages'}>
          What people write on the contact page appears here.
        </EmptyState>
      )}
      {messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
      {found.hasNextPage && (
        <div className="flex justify-center">
          <Button isPending={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
            Show older messages
          </Button>
        </div>
      )}
    </div>
  )
}

function Message({ message }: { message: OperatorMessage }) {
  const client = useQueryClient()
  const { id, name, email, phone, company, topic, received_at, answered_at, answered_by, is_spam } = message
  const isAnswered = answered_at !== null
  const mark = useMutation({
    mutationFn: (answered: boolean) => call(changeOperatorMessage, { params: { id }, body: { answered } }),
    onSuccess: (_, answered) => {
      void client.invalidateQueries({ queryKey: keys.operator.all })
      toast({
        title: answered ? 'Marked as answered' : 'Marked as not answered',
        action: { label: 'Undo', onPress: () => mark.mutate(!answered) },
      })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
  return (
    <Card
      title={company ? `${name}, ${company}` : name}
      description={`${timeOf(received_at)}${answered_at ? `. Answered by ${answered_by}, ${timeOf(answered_at)}` : ''}`}
      actions={
        <Button size="small" isPending={mark.isPending} onPress={() => mark.mutate(!isAnswered)}>
          {isAnswered ? 'Mark as not answered' : 'Mark as answered'}
        </Button>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Badge>{topics[topic]}</Badge>
        {is_spam && <Badge tone="warning">Probably spam</Badge>}
        <a href={`mailto:${email}`} className="focus-ring rounded-sm text-brand-ink underline">
          {email}
        </a>
        {phone && <span>{phone}</span>}
      </div>
      <p className="wrap-anywhere whitespace-pre-wrap">{message.message}</p>
    </Card>
  )
}
