import { roles } from '#domain/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { countOf } from '#web/lib/format.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { roleWords } from './role-words.ts'
import type { useMembers } from './use-members.ts'

type PartProps = { members: ReturnType<typeof useMembers> }

const everyRole = 'all'

/** Searches and filters the members. */
export function MembersToolbar({ members }: PartProps) {
  const { search, setSearch, role, setRole, state, setState } = members
  return (
    <Toolbar label="Find members">
      <SearchField
        label="Search members"
        placeholder="Search members"
        className="w-full sm:w-72"
        value={search}
        onChange={setSearch}
      />
      <Select
        label="Role"
        isLabelHidden
        className="w-full sm:w-40"
        options={[
          { id: everyRole, label: 'All roles' },
          ...roles.map((each) => ({ id: each, label: roleWords[each].label })),
        ]}
        value={role ?? everyRole}
        onChange={(value) => setRole(value === everyRole ? undefined : String(value))}
      />
      <FilterChips
        label="State"
        selectionMode="single"
        chips={[
          { id: 'active', label: 'Active' },
          { id: 'suspended', label: 'Suspended' },
        ]}
        selected={state ? [state] : []}
        onChange={([value]) => setState(value)}
      />
    </Toolbar>
  )
}

/** How many members there are, and the way to more of them. */
export function MembersCount({ members: { query, rows, total, search, role, state } }: PartProps) {
  if (rows.length === 0) return null
  const isWhole = !search && !role && !state
  return (
    <div className="flex items-center justify-between gap-4 pt-3 text-[0.8125rem] text-ink-muted">
      <p aria-live="polite">
        {rows.length < total && `${rows.length} of `}
        {countOf(total, 'member')}
        {isWhole && total === 1 && '. It is only you so far: whoever you invite appears here.'}
      </p>
      {query.hasNextPage && (
        <Button size="small" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}
