import type { ReactNode } from 'react'
import { Link as RouterLink, type LinkProps } from 'react-router'
import { cx } from './cx.ts'

/** A link in running text: to one of our pages, or with a full address to another site. */
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
