import type { ReactNode } from 'react'
import { Link as RouterLink, type LinkProps } from 'react-router'
import { cx } from './cx.ts'

/** A link in text: to one of our pages, or to another site by its full address. */
export function Link({
  className,
  children,
  ...rest
}: Omit<LinkProps, 'className' | 'children'> & { className?: string; children: ReactNode }) {
  return (
    <RouterLink
      {...rest}
      className={cx('rounded-sm font-medium text-brand-ink underline-offset-3 hover:underline', className)}
    >
      {children}
    </RouterLink>
  )
}
