import type { ApiKey } from '#domain/schema/api-key.ts'
import { formatDate } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { accessWords, endWords, lastUsedWords, stateOf } from './api-key-words.ts'

/** The columns of the list of keys, with times in the workspace's zone. */
export function apiKeyColumns(zone: string): TableColumn<ApiKey>[] {
  return [
    { id: 'name', header: 'Name', isRowHeader: true, cell: (key) => <Name apiKey={key} zone={zone} /> },
    {
      id: 'prefix',
      header: 'Key',
      isOneLine: true,
      cell: (key) => <code className="font-mono text-[0.8125rem] text-ink-muted">{key.prefix}…</code>,
    },
    { id: 'access', header: 'Access', isOneLine: true, cell: (key) => accessWords[key.access] },
    {
      id: 'last_used',
      header: 'Last used',
      cell: (key) => (
        <span className={key.last_used_at ? 'tabular-nums' : 'text-ink-faint'}>{lastUsedWords(key, zone)}</span>
      ),
    },
    {
      id: 'created',
      header: 'Created',
      cell: (key) => (
        <>
          <span className="block whitespace-nowrap tabular-nums">{formatDate(key.created_at, zone)}</span>
          <span className="block max-w-40 truncate text-[0.8125rem] text-ink-muted" title={key.created_by}>
            {key.created_by}
          </span>
        </>
      ),
    },
  ]
}

function Name({ apiKey, zone }: { apiKey: ApiKey; zone: string }) {
  const state = stateOf(apiKey, Date.now())
  const end = endWords(apiKey, Date.now(), zone)
  return (
    <span className="block min-w-24">
      <span className="block font-medium wrap-anywhere">{apiKey.name}</span>
      {state === 'active'
        ? end && <span className="block text-[0.8125rem] font-normal text-ink-muted">{end}</span>
        : end && <Badge tone={state === 'revoked' ? 'danger' : 'warning'}>{end}</Badge>}
    </span>
  )
}
