import { cx } from './cx.ts'

/** A gray shape where content will be; give it the size of what it stands for. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-[karta-shimmer_1.6s_ease-in-out_infinite] rounded-md bg-pressed', className)}
    />
  )
}
