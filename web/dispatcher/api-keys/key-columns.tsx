import type { ApiKey } from '#domain/schema/api-key.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { endWords, limitsText, overlapOf, scopesText, stateOf } from './key-words.ts'

/** The columns of the list of keys, with times in the workspace's time zone. */
export function keyColumns(zone: string): TableColumn<ApiKey>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      width: 'w-[34%]',
      title: (key) => key.name,
      cell: (key) => <Name apiKey={key} zone={zone} />,
    },
    {
      id: 'prefix',
      header: 'Key',
      width: 'w-44',
      cell: (key) => <code className="font-mono text-[0.8125rem] text-ink-muted">{key.prefix}…</code>,
    },
    {
      id: 'scopes',
      header: 'May do',
      title: (key) => scopesText(key.scopes),
      cell: (key) => (
        <div className="py-1.5">
          <span className="block truncate">{scopesText(key.scopes)}</span>
          {limitsText(key) && (
            <span className="block truncate text-[0.8125rem] text-ink-muted">Only {limitsText(key)}</span>
          )}
        </div>
      ),
    },
    {
      id: 'last_used',
      header: 'Last used',
      width: 'w-44',
      title: (key) => key.last_used_address ?? undefined,
      cell: (key) => (
        <div className="py-1.5">
          <LastUse {...key} zone={zone} />
        </div>
      ),
    },
  ]
}

type Use = Pick<ApiKey, 'last_used_at' | 'last_used_address'>

/** When and from where a secret was last used. */
export function LastUse({ last_used_at: at, last_used_address: address, zone }: Use & { zone: string }) {
  if (!at) return 'Never'
  return (
    <>
      <span className="block">{formatDateTime(at, zone)}</span>
      {address && <span className="block truncate text-[0.8125rem] text-ink-muted">from {address}</span>}
    </>
  )
}

function Name({ apiKey, zone }: { apiKey: ApiKey; zone: string }) {
  const now = Date.now()
  const state = stateOf(apiKey, now)
  const end = endWords(apiKey, now, zone)
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="truncate font-medium">{apiKey.name}</span>
      {apiKey.mode === 'test' && <Badge tone="info">Test</Badge>}
      {overlapOf(apiKey, now) && <Badge tone="warning">Old secret still works</Badge>}
      {state === 'active'
        ? end && <span className="shrink-0 text-[0.8125rem] font-normal text-ink-muted">{end}</span>
        : end && <Badge tone={state === 'revoked' ? 'danger' : 'warning'}>{end}</Badge>}
    </span>
  )
}
