import type { ComponentProps, ReactNode } from 'react'
import { buttonStyle, type ButtonSize, type ButtonVariant } from './button-style.ts'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

type PlainButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  className?: string
  isPending?: boolean
}

/** The same button without the component library, for public pages, which do not load it. */
export function PlainButton(props: PlainButtonProps) {
  const { variant = 'secondary', size = 'medium', icon, className, isPending, disabled, children, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isPending}
      className={cx(buttonStyle(variant, size), className)}
    >
      {isPending ? <Spinner label="Please wait" /> : icon}
      {children}
    </button>
  )
}
