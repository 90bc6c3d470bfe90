import { Skeleton } from '#web/ui/skeleton.tsx'

/** The placeholder of a page that is loading. */
export function Loading() {
  return (
    <div className="flex flex-col gap-4" role="status" aria-label="Loading">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-72 w-full" />
    </div>
  )
}
