import { useQuery } from '@tanstack/react-query'
import { Building2, ChevronRight, DoorClosed } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Membership } from '#domain/schema/workspace.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useSeenEmail } from '#web/lib/session-trace.ts'
import { inWorkspace, useTabWorkspace, type Refusal } from '#web/lib/workspace.ts'
import { workspacesQuery } from '#web/lib/workspaces.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Loading } from '../loading.tsx'
import { closedWords } from './closed-words.ts'
import { manyWorkspaces, named, roleOf } from './role-of.ts'
import { WorkspaceMark } from './workspace-mark.tsx'

type ClosedPageProps = {
  refusal: Refusal
  /** Whether the workspace was open in this tab before. */
  wasOpen: boolean
  onCreate: () => void
}

/** Why a workspace cannot be opened, and which others can. It never names one that the person does not belong to. */
export function ClosedPage({ refusal, wasOpen, onCreate }: ClosedPageProps) {
  // Whoever was just removed has an outdated list.
  const { data, error, isFetching, refetch } = useQuery({ ...workspacesQuery, staleTime: 0 })
  const { id } = useTabWorkspace()
  const email = useSeenEmail()
  if (error) return <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  // Whoever never was a member may have been invited.
  const isUninvited = refusal.code === 'no_workspace' && !wasOpen
  const others = data.filter((each) => each.id !== id && each.state === 'active')
  const { title, text } = closedWords({ refusal, wasOpen, own: data.find((each) => each.id === id), all: data })
  return (
    <div className="mx-auto w-full max-w-lg pt-6">
      <EmptyState
        isPageTitle
        icon={data.length > 0 ? <DoorClosed /> : <Building2 />}
        title={title}
        actions={
          <>
            {isUninvited ? (
              <ButtonLink to="/invitation">See invitations</ButtonLink>
            ) : (
              <Button onPress={() => window.location.reload()}>Try again</Button>
            )}
            <Button variant={others.length > 0 ? 'secondary' : 'primary'} onPress={onCreate}>
              Create workspace
            </Button>
          </>
        }
      >
        {text} {email && `You are signed in as ${email}.`}
      </EmptyState>
      {others.length > 0 && <Others memberships={others} />}
    </div>
  )
}

function Others({ memberships }: { memberships: readonly Membership[] }) {
  const [typed, setTyped] = useState('')
  return (
    <section aria-labelledby="other-workspaces" className="rounded-2xl border bg-surface p-2 shadow-card">
      <h2 id="other-workspaces" className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-muted">
        Your other workspaces
      </h2>
      {memberships.length > manyWorkspaces && (
        <SearchField label="Search workspaces" value={typed} onChange={setTyped} className="p-1.5" />
      )}
      <ul>
        {named(memberships, typed).map((membership) => (
          <li key={membership.id}>
            <Link
              to={inWorkspace('/dashboard', membership.id)}
              className="focus-ring flex min-h-12 items-center gap-3 rounded-lg px-2.5 py-1.5 hover:bg-hover"
            >
              <WorkspaceMark name={membership.name} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{membership.name}</span>
                <span className="block text-xs text-ink-muted">{roleOf(membership)}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4 text-ink-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
