import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { tierQuery } from '#web/lib/tier.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NotInTier } from './not-in-tier.tsx'

type InTierProps = { title: string; trail?: { label: string; href: string }[]; children: ReactNode }

/** A page of analytics, for tiers that have them. */
export function InTier({ title, trail, children }: InTierProps) {
  const tier = useQuery(tierQuery)
  const header = <PageHeader title={title} {...(trail && { trail })} />
  if (tier.isPending) {
    return (
      <>
        {header}
        <Skeletons />
      </>
    )
  }
  if (tier.data?.features.analytics !== false) return children
  return (
    <>
      {header}
      <NotInTier />
    </>
  )
}

export function Skeletons() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-4">
      <Skeleton className="h-24 w-full rounded-xl" />
      <Skeleton className="h-72 w-full rounded-xl" />
      <Skeleton className="h-72 w-full rounded-xl" />
    </div>
  )
}
