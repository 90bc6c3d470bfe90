import { useInfiniteQuery } from '@tanstack/react-query'
import { Mailbox } from 'lucide-react'
import { listMailInMails } from '#domain/api/mail-in.ts'
import type { MailedFile, MailInMail } from '#domain/schema/mail-in.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const everyMs = 15_000

/** The mails that came, the newest first, with what was taken from each. */
export function MailLog() {
  const log = useInfiniteQuery({
    queryKey: keys.mailIn.mails,
    queryFn: ({ signal, pageParam }) =>
      call(listMailInMails, { query: { limit: 20, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: everyMs,
  })
  const mails = log.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Card title="Mails" isPadded={false}>
      {log.isLoadingError && (
        <LoadError
          title="The mails could not be loaded"
          error={log.error}
          onRetry={() => void log.refetch()}
          isRetrying={log.isFetching}
        />
      )}
      {log.isPending && <Skeleton className="m-4 h-24" />}
      {log.data && mails.length === 0 && (
        <EmptyState icon={<Mailbox />} title="No mails yet">
          Mail that comes to your address appears here, also if nothing of it was taken.
        </EmptyState>
      )}
      <ul className="divide-y">
        {mails.map((mail) => (
          <li key={mail.id} className="px-4 py-3">
            <Mail mail={mail} />
          </li>
        ))}
      </ul>
      {log.hasNextPage && (
        <div className="flex justify-center border-t p-4">
          <Button isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
            Show older mails
          </Button>
        </div>
      )}
    </Card>
  )
}

function Mail({ mail }: { mail: MailInMail }) {
  const { time_zone: zone } = useMe().workspace
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 font-medium wrap-anywhere">{mail.subject || 'Without a subject'}</span>
        <Badge tone={mail.state === 'taken' ? 'success' : 'danger'}>
          {mail.state === 'taken' ? 'Taken' : 'Refused'}
        </Badge>
      </div>
      <p className="text-[0.8125rem] wrap-anywhere text-ink-muted">
        {mail.sender || 'Without a sender'}, {formatDateTime(mail.received_at, zone)}
      </p>
      {mail.problem && <p className="mt-1">{mail.problem}</p>}
      {mail.files.map((file) => (
        <File key={file.name} file={file} />
      ))}
    </>
  )
}

function File({ file }: { file: MailedFile }) {
  const { name, problem, created, updated, unchanged, refused } = file
  const counts = { added: created, changed: updated, unchanged, refused: refused.length }
  const words = Object.entries(counts).flatMap(([word, count]) => (count ? `${formatNumber(count)} ${word}` : []))
  return (
    <div className="mt-1 flex flex-col gap-2">
      <p className="wrap-anywhere">
        {name}: {problem ?? (words.join(', ') || 'no rows')}
      </p>
      {refused.length > 0 && (
        <Fold title="Refused rows">
          <ul className="text-[0.8125rem] text-ink-muted">
            {refused.map(({ row, reason }) => (
              <li key={row}>
                Row {row}: {reason}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </div>
  )
}
