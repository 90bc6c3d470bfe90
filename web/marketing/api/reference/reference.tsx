import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { groupsOf, keyProblem, type Group } from './find.ts'
import { OperationRow } from './operation-row.tsx'
import { useSpec, type Spec } from './use-spec.ts'

/** Search, a key for trying calls, and all operations below their tags. */
export function Reference() {
  const { spec, hasFailed, retry } = useSpec()
  if (hasFailed)
    return <ErrorPanel title="The reference did not load" message="Check your connection." onRetry={retry} />
  return spec ? <Operations spec={spec} /> : <Skeleton className="h-64" />
}

function Operations({ spec }: { spec: Spec }) {
  const [query, setQuery] = useState('')
  // In memory only: it is gone with the page.
  const [key, setKey] = useState('')
  const problem = keyProblem(key)
  const groups = groupsOf(spec.operations, query)
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0)
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <PlainField
          label="Search endpoints"
          type="search"
          placeholder="Such as “create delivery” or “/plans”"
          hint={
            <span role="status">
              {count} of {spec.operations.length} endpoints
            </span>
          }
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <PlainField
          label="Test key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder="karta_test_…"
          hint={
            <>
              Stays in this page’s memory.{' '}
              <Link to="/dashboard/api-keys" className="text-brand-ink underline">
                Create a test key
              </Link>
            </>
          }
          {...(problem && { problem })}
          value={key}
          onChange={({ target }) => setKey(target.value.trim())}
        />
      </div>
      <div className="mt-6 grid gap-3">
        {groups.map((group) => (
          <TagGroup
            key={group.tag}
            group={group}
            isSearched={query.trim() !== ''}
            spec={spec}
            testKey={problem ? '' : key}
          />
        ))}
      </div>
      {count === 0 && <p className="text-ink-muted">No endpoint has all of these words.</p>}
    </>
  )
}

type TagGroupProps = { group: Group; isSearched: boolean; spec: Spec; testKey: string }

function TagGroup({ group: { tag, operations }, isSearched, spec, testKey }: TagGroupProps) {
  const [wasOpened, setOpened] = useState(false)
  const isOpen = wasOpened || isSearched
  return (
    <details
      className="group/tag rounded-xl border bg-surface"
      open={isOpen}
      onToggle={({ currentTarget }) => isSearched || setOpened(currentTarget.open)}
    >
      <summary className="focus-ring flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-xl px-4 py-3 hover:bg-hover">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-ink-muted transition-transform group-open/tag:rotate-90"
        />
        <h4 className="font-semibold">{tag}</h4>
        <span className="text-sm text-ink-muted">
          {operations.length === 1 ? '1 endpoint' : `${operations.length} endpoints`}
        </span>
      </summary>
      {isOpen && (
        <ul className="divide-y border-t">
          {operations.map((operation) => (
            <li key={operation.id}>
              <OperationRow operation={operation} schemas={spec.schemas} testKey={testKey} />
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
