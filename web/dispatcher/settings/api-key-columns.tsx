import type { ApiKey } from '#domain/schema/api-key.ts'
import { formatDate, formatTime } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { TableColumn } from '#web/ui/table-types.ts'
import { accessWords, endWords, stateOf } from './api-key-words.ts'

/** The columns of the list of keys, with times in the workspace's time zone. */
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
      cell: (key) =>
        key.last_used_at ? (
          <TwoLines first={formatDate(key.last_used_at, zone)} second={formatTime(key.last_used_at, zone)} />
        ) : (
          <span className="text-ink-faint">Never</span>
        ),
    },
    {
      id: 'created',
      header: 'Created',
      cell: (key) => <TwoLines first={formatDate(key.created_at, zone)} second={key.created_by} />,
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

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <span className="block whitespace-nowrap tabular-nums">{first}</span>
      <span className="block max-w-40 truncate text-[0.8125rem] text-ink-muted tabular-nums" title={second}>
        {second}
      </span>
    </>
  )
}
