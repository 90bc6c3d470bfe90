import { useQuery } from '@tanstack/react-query'
import { CalendarClock, MailX, Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import { changeReport, stopReportMails } from '#domain/api/reports.ts'
import type { Report, ReportSending } from '#domain/schema/report.ts'
import { call } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useMay, useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { sendingsQuery } from '../report-queries.ts'
import { formatWords, scheduleWords, sendingStateWords } from '../report-words.ts'
import { useReportActions } from '../use-report-actions.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { useRecipientNames } from './use-recipient-names.ts'

/** When a report is mailed and to whom, and what became of it. */
export function MailCard({ report }: { report: Report }) {
  const { schedule, stopped } = report
  const mayChange = useMay('change_planning')
  const { send, refresh } = useReportActions()
  const [isEditing, setEditing] = useState(false)
  const [isSending, setSending] = useState(false)
  const sendNow = async () => {
    setSending(true)
    await send(report)
    setSending(false)
  }
  const unschedule = async () => {
    const set = (next: Report['schedule']) => (shown: Report) =>
      changeRecord(shown, { schedule: next }, (version) =>
        call(changeReport, { params: { id: report.id }, body: { schedule: next }, version }),
      )
    try {
      const after = await set(null)(report)
      const again = () => set(schedule)(after).then(refresh)
      toast({ title: 'The report is not mailed any more', action: { label: 'Undo', onPress: () => void again() } })
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    }
    await refresh()
  }
  return (
    <Card
      title="By mail"
      actions={
        mayChange && (
          <div className="flex flex-wrap gap-2">
            {schedule && (
              <Button
                size="small"
                icon={<Send aria-hidden="true" className="size-3.5" />}
                isPending={isSending}
                onPress={() => void sendNow()}
              >
                Send now
              </Button>
            )}
            <Button
              size="small"
              icon={
                schedule ? (
                  <Pencil aria-hidden="true" className="size-3.5" />
                ) : (
                  <CalendarClock aria-hidden="true" className="size-3.5" />
                )
              }
              onPress={() => setEditing(true)}
            >
              {schedule ? 'Edit schedule' : 'Schedule'}
            </Button>
            {schedule && (
              <Button
                size="small"
                icon={<MailX aria-hidden="true" className="size-3.5" />}
                onPress={() => void unschedule()}
              >
                Stop
              </Button>
            )}
          </div>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {stopped && (
          <Banner tone="warning">
            It is not mailed any more: {stopped.why}
            {mayChange && ' Save the schedule again to have it mailed with your rights.'}
          </Banner>
        )}
        {schedule ? (
          <Schedule report={report} schedule={schedule} />
        ) : (
          <p className="text-ink-muted">It is not mailed. A schedule sends it as PDF, CSV or both.</p>
        )}
        <Sendings id={report.id} />
      </div>
      {isEditing && <ScheduleDialog report={report} onClose={() => setEditing(false)} onSaved={() => void refresh()} />}
    </Card>
  )
}

function Schedule({ report, schedule }: { report: Report; schedule: NonNullable<Report['schedule']> }) {
  const me = useMe()
  const names = useRecipientNames(schedule.member_ids)
  const { next_at, scheduled_by, unwanted_by } = report
  const people = schedule.member_ids.map(
    (id) => `${names.get(id) ?? 'Former member'}${unwanted_by.includes(id) ? ' (does not want it)' : ''}`,
  )
  return (
    <div>
      <p className="font-medium">
        {scheduleWords(schedule)}, as {formatWords(schedule.formats)}
      </p>
      <p className="wrap-anywhere">To {[...people, ...schedule.addresses].join(', ')}</p>
      <p className="text-[0.8125rem] text-ink-muted">
        {next_at && `Next: ${formatDateTime(next_at, me.workspace.time_zone)}. `}
        {scheduled_by && `It shows what ${scheduled_by.name} may see.`}
      </p>
      {schedule.member_ids.includes(me.user_id) && (
        <OwnMails report={report} isUnwanted={unwanted_by.includes(me.user_id)} />
      )}
    </div>
  )
}

/** Whoever gets it decides that they do not want it. */
function OwnMails({ report, isUnwanted }: { report: Report; isUnwanted: boolean }) {
  const [isPending, setPending] = useState(false)
  const { refresh } = useReportActions()
  const decide = async () => {
    setPending(true)
    try {
      await call(stopReportMails, { params: { id: report.id }, body: { stopped: !isUnwanted } })
      toast({ title: isUnwanted ? 'You get this report again' : 'You get this report no longer' })
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    }
    await refresh()
    setPending(false)
  }
  return (
    <Button size="small" className="mt-2" isPending={isPending} onPress={() => void decide()}>
      {isUnwanted ? 'Get these mails again' : 'Stop these mails'}
    </Button>
  )
}

function Sendings({ id }: { id: string }) {
  const zone = useMe().workspace.time_zone
  const sendings = useQuery(sendingsQuery(id))
  if (!sendings.data?.length) return null
  return (
    <div>
      <h3 className="mb-1 text-[0.8125rem] font-medium text-ink-muted">Last mailed</h3>
      <ul className="divide-y">
        {sendings.data.map((sending) => (
          <li key={sending.id} className="py-2">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>
                {formatDateTime(sending.at, zone)}
                {sending.by_name && `, by ${sending.by_name}`}
              </span>
              <span className={sending.state === 'failed' ? 'text-danger-ink' : ''}>
                {sendingStateWords[sending.state]}
              </span>
            </p>
            <p className="text-[0.8125rem] wrap-anywhere text-ink-muted">{detailsOf(sending)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

const detailsOf = ({ recipients, problem }: ReportSending): string =>
  [problem, recipients.map(({ name, problem: why }) => (why ? `${name}: ${why}` : name)).join(', ')]
    .filter(Boolean)
    .join(' ')
