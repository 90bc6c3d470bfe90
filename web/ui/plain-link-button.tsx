import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** An action that looks like a link in text. */
export function PlainLinkButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(
        'focus-ring rounded-sm font-medium text-brand-ink underline-offset-3 hover:underline disabled:text-ink-muted disabled:no-underline',
        className,
      )}
    />
  )
}
