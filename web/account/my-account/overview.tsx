import type { User } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { factsQuery } from './account-query.ts'
import { dayOf } from '../when.ts'

/** Who is signed in, since when, and in which workspaces. */
export function Overview({ user }: { user: User }) {
  const { data, isPending } = useQuery(factsQuery)
  const email = user.email ?? ''
  return (
    <section id="overview" aria-label="Overview" className="scroll-mt-20">
      <dl className="grid grid-cols-1 gap-px overflow-hidden rounded-2xl border bg-line shadow-card sm:grid-cols-2">
        <Fact label="Email">
          <span className="flex min-w-0 items-center gap-2.5">
            <Avatar name={email || '?'} size="small" />
            <span className="min-w-0 truncate" title={email}>
              {email}
            </span>
          </span>
        </Fact>
        <Fact label="Account created">
          <time dateTime={user.created_at}>{dayOf(user.created_at)}</time>
        </Fact>
        {/* What is below must not move under a pointer when the workspaces arrive. */}
        {isPending && (
          <Fact label="Workspace">
            <Skeleton className="my-0.5 h-4 w-40" />
          </Fact>
        )}
        {data?.workspaces.map(({ id, name, role }) => (
          <Fact key={id} label="Workspace">
            {name} <span className="font-normal text-ink-muted">as {role}</span>
          </Fact>
        ))}
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="bg-surface px-5 py-4 last:odd:sm:col-span-2">
      <dt className="text-[0.8125rem] text-ink-muted">{label}</dt>
      <dd className="mt-1 font-medium">{children}</dd>
    </div>
  )
}
