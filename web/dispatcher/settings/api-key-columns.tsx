import type { ApiKey } from '#domain/schema/api-key.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { endWords, scopesText, stateOf } from './api-key-words.ts'

/** The columns of the list of keys, with times in the workspace's time zone. */
export function apiKeyColumns(zone: string): TableColumn<ApiKey>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      width: 'w-[30%]',
      title: (key) => key.name,
      cell: (key) => <Name apiKey={key} zone={zone} />,
    },
    {
      id: 'prefix',
      header: 'Key',
      width: 'w-40',
      cell: (key) => <code className="font-mono text-[0.8125rem] text-ink-muted">{key.prefix}…</code>,
    },
    { id: 'access', header: 'May do', width: 'w-40', cell: (key) => scopesText(key.scopes) },
    {
      id: 'last_used',
      header: 'Last used',
      width: 'w-40',
      cell: (key) => (key.last_used_at ? formatDateTime(key.last_used_at, zone) : 'Never'),
    },
    {
      id: 'created',
      header: 'Created',
      hideBelow: 'xl',
      cell: (key) => `${formatDate(key.created_at, zone)}, ${key.created_by}`,
    },
  ]
}

function Name({ apiKey, zone }: { apiKey: ApiKey; zone: string }) {
  const state = stateOf(apiKey, Date.now())
  const end = endWords(apiKey, Date.now(), zone)
  return (
    <span className="flex items-center gap-2 max-md:flex-wrap">
      <span className="truncate font-medium">{apiKey.name}</span>
      {state === 'active'
        ? end && <span className="shrink-0 text-[0.8125rem] font-normal text-ink-muted">{end}</span>
        : end && <Badge tone={state === 'revoked' ? 'danger' : 'warning'}>{end}</Badge>}
    </span>
  )
}
