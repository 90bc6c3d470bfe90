import {
  ArrowRightLeft,
  Ban,
  ChevronRight,
  Download,
  KeyRound,
  LogIn,
  Package,
  Pencil,
  Route,
  Settings,
  ShieldCheck,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, Disclosure, DisclosurePanel } from 'react-aria-components'
import { actorText, auditDeed } from '#domain/audit/sentence.ts'
import type { ShownAuditEntry } from '#domain/audit/shown.ts'
import type { AuditEntry } from '#domain/schema/audit.ts'
import { formatTime } from '#web/lib/format.ts'
import { cx } from '#web/ui/cx.ts'
import type { AuditFilter } from './audit-address.ts'
import { AuditDetails } from './audit-details.tsx'

type AuditRowProps = { entry: AuditEntry; timeZone: string; onFilter: (part: Partial<AuditFilter>) => void }

/** One entry: when, and a sentence. What changed, and from where, opens below. */
export function AuditRow({ entry, timeZone, onFilter }: AuditRowProps) {
  const shown = entry as ShownAuditEntry
  const isWarning = entry.action === 'access.refused' || entry.action === 'sign_in.failed'
  return (
    <li>
      <Disclosure>
        {({ isExpanded }) => (
          <>
            <Button
              slot="trigger"
              className="focus-ring flex w-full cursor-pointer items-start gap-3 px-4 py-3 text-left data-hovered:bg-hover"
            >
              <span
                aria-hidden="true"
                className={cx('mt-0.5 shrink-0 [&>svg]:size-4', isWarning ? 'text-warning-ink' : 'text-ink-faint')}
              >
                {iconOf(entry.action)}
              </span>
              <span className="min-w-0 flex-1 text-pretty break-words">
                <span className="font-medium">{actorText(shown.actor)}</span> {auditDeed(shown)}
              </span>
              <time dateTime={entry.at} className="shrink-0 text-[0.8125rem] text-ink-muted tabular-nums">
                {formatTime(entry.at, timeZone)}
              </time>
              <ChevronRight
                aria-hidden="true"
                className={cx('mt-0.5 size-4 shrink-0 text-ink-faint transition-transform', isExpanded && 'rotate-90')}
              />
            </Button>
            <DisclosurePanel>
              {isExpanded && <AuditDetails entry={entry} timeZone={timeZone} onFilter={onFilter} />}
            </DisclosurePanel>
          </>
        )}
      </Disclosure>
    </li>
  )
}

const icons: Record<string, ReactNode> = {
  session: <LogIn />,
  sign_in: <ShieldCheck />,
  access: <Ban />,
  member: <Users />,
  invitation: <Users />,
  ownership: <Users />,
  workspace: <Settings />,
  retention: <Settings />,
  api_key: <KeyRound />,
  delivery: <Package />,
  plan: <Route />,
  integration: <ArrowRightLeft />,
}

function iconOf(action: string): ReactNode {
  if (action.endsWith('.exported')) return <Download />
  return icons[action.split('.')[0]!] ?? <Pencil />
}
