import type { OperatorOverview } from '#domain/schema/operator.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { timeOf } from '../when.ts'

/** How the installation does, in a few figures. */
export function Overview({ overview }: { overview: OperatorOverview | undefined }) {
  const isLoading = !overview
  const count = (value: number | undefined) => (value === undefined ? '' : formatNumber(value))
  const failed = (value: number | undefined) => (value === undefined ? undefined : `${formatNumber(value)} failed`)
  return (
    <>
      {overview?.mail_in?.failing_since && (
        <div className="mb-4">
          <Banner tone="danger">
            The mailbox for orders cannot be read since {timeOf(overview.mail_in.failing_since)}:{' '}
            {overview.mail_in.failure}
          </Banner>
        </div>
      )}
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
        <Stat label="Workspaces" value={count(overview?.workspaces)} isLoading={isLoading} />
        <Stat
          label="Mail to send"
          value={count(overview?.mail.waiting)}
          hint={overview && !overview.mail.is_sent ? 'There is no mail server' : failed(overview?.mail.failed)}
          isLoading={isLoading}
        />
        <Stat
          label="Tasks to do"
          value={count(overview && overview.tasks.waiting + overview.tasks.running)}
          hint={failed(overview?.tasks.failed)}
          isLoading={isLoading}
        />
        <Stat label="Paused webhooks" value={count(overview?.paused_webhooks)} isLoading={isLoading} />
        <Stat label="Open messages" value={count(overview?.unanswered)} isLoading={isLoading} />
      </div>
      {overview && (
        <p className="mt-3 text-[0.8125rem] text-ink-muted">
          Karta {overview.version}, Node {overview.node}, {overview.database}
          {overview.mail_in?.checked_at && `. Mailbox for orders read ${timeOf(overview.mail_in.checked_at)}`}
          {overview.mail_in?.last_stray_at &&
            `. ${countOf(overview.mail_in.strays, 'mail')} went to the address of no workspace, the last ${timeOf(overview.mail_in.last_stray_at)}`}
        </p>
      )}
    </>
  )
}
