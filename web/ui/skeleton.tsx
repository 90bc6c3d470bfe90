import { cx } from './cx.ts'

/** A gray placeholder for content that is loading. Give it the size of that content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-[karta-shimmer_1.6s_ease-in-out_infinite] rounded-md bg-pressed', className)}
    />
  )
}
