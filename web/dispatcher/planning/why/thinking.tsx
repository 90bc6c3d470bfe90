import { Skeleton } from '#web/ui/skeleton.tsx'

/** While an answer is worked out. */
export function Thinking({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-2">
      {['w-11/12', 'w-4/5', 'w-3/4'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}
