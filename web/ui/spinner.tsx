import { LoaderCircle } from 'lucide-react'
import { cx } from './cx.ts'

/** A spinning ring with a name for screen readers. Use `label=""` if the context already says what is going on. */
export function Spinner({ size = 'small', label = 'Loading' }: { size?: 'small' | 'large'; label?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex text-current">
      <LoaderCircle
        aria-hidden="true"
        className={cx('animate-spin', size === 'large' ? 'size-7 text-brand' : 'size-4')}
      />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
