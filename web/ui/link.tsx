import type { ReactNode } from 'react'
import { Link as AriaLink, type LinkProps } from 'react-aria-components'
import { cx } from './cx.ts'

/** A link in running text. */
export function Link({
  className,
  children,
  ...rest
}: Omit<LinkProps, 'className' | 'children'> & { className?: string; children: ReactNode }) {
  return (
    <AriaLink
      {...rest}
      className={cx(
        'focus-ring rounded-sm font-medium text-brand-ink underline-offset-3 data-hovered:underline',
        className,
      )}
    >
      {children}
    </AriaLink>
  )
}
