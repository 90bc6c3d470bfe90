import { parseDate } from '@internationalized/date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listApiKeys } from '#domain/api/api-keys.ts'
import { listMembers } from '#domain/api/members.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Select } from '#web/ui/select.tsx'
import { askedOf, type AuditFilter } from './audit-address.ts'
import { AuditSearch } from './audit-search.tsx'
import { auditKinds } from './audit-words.ts'

type AuditFiltersProps = {
  filter: AuditFilter
  onChange: (part: Partial<AuditFilter>) => void
  /** The name of whoever the filter is about, as the entries say it. */
  actorName: string | undefined
}

const nobody: AuditFilter = { q: '', actor: '', action: '', record: '', from: '', to: '' }

/** Who, what, when and a text: what is set is in the address of the page. */
export function AuditFilters({ filter, onChange, actorName }: AuditFiltersProps) {
  const kinds = [{ id: 'all', label: 'Everything' }, ...auditKinds]
  const isFiltered = Object.keys(askedOf(filter)).length > 0
  const isBackwards = filter.from !== '' && filter.to !== '' && filter.from > filter.to
  return (
    <div className="grid grid-cols-2 gap-2 pb-3 lg:grid-cols-[minmax(10rem,1.4fr)_1fr_1fr_auto_auto_auto] lg:items-end">
      <AuditSearch q={filter.q} onSearch={(q) => onChange({ q })} />
      <WhoFilter
        key={filter.actor}
        actor={filter.actor}
        actorName={actorName}
        onChange={(actor) => onChange({ actor })}
      />
      <Select
        label="What"
        options={kinds}
        value={filter.action || 'all'}
        onChange={(id) => onChange({ action: id === 'all' ? '' : String(id) })}
      />
      <DatePicker
        label="From"
        value={filter.from ? parseDate(filter.from) : null}
        onChange={(day) => onChange({ from: day?.toString() ?? '' })}
      />
      <DatePicker
        label="To"
        value={filter.to ? parseDate(filter.to) : null}
        onChange={(day) => onChange({ to: day?.toString() ?? '' })}
        errorMessage={isBackwards ? 'Before the first day.' : undefined}
      />
      {isFiltered && (
        <Button variant="quiet" className="max-lg:col-span-2" onPress={() => onChange(nobody)}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

type WhoFilterProps = { actor: string; actorName: string | undefined; onChange: (actor: string) => void }

/** Members are found by typing, since there may be thousands. */
function WhoFilter({ actor, actorName, onChange }: WhoFilterProps) {
  const [text, setText] = useState<string>()
  const search = text ?? ''
  const members = useQuery({
    queryKey: keys.members.list(search, 'audit', undefined),
    queryFn: ({ signal }) => call(listMembers, { query: { q: search || undefined, limit: 50 }, signal }),
    placeholderData: (previous) => previous,
  }).data?.data
  const apiKeys = useQuery({ queryKey: keys.apiKeys, queryFn: ({ signal }) => call(listApiKeys, { signal }) }).data
    ?.data
  const others = [
    { id: 'system', label: 'Karta' },
    { id: 'nobody', label: 'Somebody unknown' },
    { id: 'operator', label: 'The operator of this server' },
  ]
  const known = [
    ...(members ?? []).map(({ user_id: id, name }) => ({ id, label: name })),
    ...(apiKeys ?? []).map(({ id, name }) => ({ id, label: `Key “${name}”` })),
    ...others,
  ]
  const fits = ({ label }: { label: string }) => label.toLowerCase().includes(search.trim().toLowerCase())
  const chosen = known.find(({ id }) => id === actor)?.label ?? actorName ?? ''
  return (
    <ComboBox
      label="Who"
      placeholder="Everybody"
      options={known.filter(fits)}
      isFilteredOutside
      emptyText="Nobody has this name."
      inputValue={text ?? (actor ? chosen : '')}
      onInputChange={(value) => {
        setText(value)
        if (value === '' && actor) onChange('')
      }}
      value={actor || null}
      onChange={(id) => {
        setText(undefined)
        if (id !== null) onChange(String(id))
      }}
      onBlur={() => setText(undefined)}
    />
  )
}
