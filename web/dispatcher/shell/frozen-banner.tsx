import { Snowflake } from 'lucide-react'
import type { Me } from '#domain/schema/workspace.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Says above every page that the workspace is being moved, so that nothing can be changed. */
export function FrozenBanner({ frozen, zone }: { frozen: NonNullable<Me['frozen']>; zone: string }) {
  return (
    <div className="print:hidden">
      <Banner shape="bar" tone="warning" icon={<Snowflake />}>
        This workspace is being moved{frozen.moves_to && ` to ${frozen.moves_to}`}. Since{' '}
        {formatDateTime(frozen.since, zone)}, it can be read but not changed. What drivers note on their phones is kept
        there and sent later.
      </Banner>
    </div>
  )
}
