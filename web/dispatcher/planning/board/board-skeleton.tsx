import { Skeleton } from '#web/ui/skeleton.tsx'

/** The board's panes before anything is known of the day. */
export function BoardSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-3 lg:grid-cols-[21rem_minmax(0,1fr)]">
      <div className="grid content-start gap-2 max-lg:order-2">
        {[0, 1, 2, 3, 4].map((position) => (
          <Skeleton key={position} className="h-20 w-full rounded-xl" />
        ))}
      </div>
      <Skeleton className="h-96 w-full rounded-xl" />
      <Skeleton className="h-48 w-full rounded-xl max-lg:hidden lg:col-span-2" />
    </div>
  )
}
