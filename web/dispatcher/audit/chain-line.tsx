import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { checkAudit, getAuditState } from '#domain/api/audit.ts'
import type { AuditState } from '#domain/schema/audit.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDateTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

const waitMilliseconds = 1500

/** Whether the log's chain is whole, as the last check found, and a button to check it now. */
export function ChainLine() {
  const { workspace } = useMe()
  const queryClient = useQueryClient()
  const { data: state } = useQuery({
    queryKey: keys.audit.state,
    queryFn: ({ signal }) => call(getAuditState, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.check?.state === 'waiting' ? waitMilliseconds : false),
  })
  const check = useMutation({
    mutationFn: () => call(checkAudit, {}),
    onSuccess: (asked) => queryClient.setQueryData(keys.audit.state, asked),
  })
  if (!state) return <div className="h-9" />
  const { icon, say, tone } = wordsFor(state, workspace.time_zone)
  const isWaiting = state.check?.state === 'waiting' || check.isPending
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 pb-4 text-[0.8125rem]">
      <p role="status" className={cx('flex min-w-0 items-start gap-2 text-pretty [&>svg]:mt-px', tone)}>
        {icon}
        {check.error ? check.error.message : say}
      </p>
      <Button size="small" variant="quiet" isPending={isWaiting} onPress={() => check.mutate()}>
        Check now
      </Button>
    </div>
  )
}

type Words = { icon: ReactNode; say: string; tone: string }

const iconStyle = 'size-4 shrink-0'

function wordsFor({ entries, check }: AuditState, timeZone: string): Words {
  const all = countOf(entries, 'entry', 'entries')
  const quiet = { icon: <ShieldQuestion aria-hidden="true" className={iconStyle} />, tone: 'text-ink-muted' }
  if (!check) return { ...quiet, say: `${all}, not checked yet.` }
  if (check.state === 'waiting') return { ...quiet, say: `Checking ${all}…` }
  const when = check.checked_at ? ` on ${formatDateTime(check.checked_at, timeZone)}` : ''
  if (check.state === 'broken') {
    return {
      icon: <ShieldAlert aria-hidden="true" className={iconStyle} />,
      say: `Something does not fit: ${check.misfit ?? 'the chain is broken.'} Found${when}. Keep your earlier exports and ask whoever runs this server.`,
      tone: 'font-medium text-danger-ink',
    }
  }
  return {
    icon: <ShieldCheck aria-hidden="true" className={iconStyle} />,
    say: `Checked${when}: ${countOf(check.entries, 'entry', 'entries')}, none missing or changed.`,
    tone: 'text-success-ink',
  }
}
