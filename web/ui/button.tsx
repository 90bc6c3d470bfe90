import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { buttonStyle, type ButtonSize, type ButtonVariant } from './button-style.ts'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

type Look = { variant?: ButtonVariant; size?: ButtonSize; icon?: ReactNode; className?: string; children?: ReactNode }

type ButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style'> &
  Look & { /** What screen readers hear while the work runs. */ pendingLabel?: string }

/** A button. While `isPending`, it keeps its focus and width, ignores presses and shows a spinner. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'medium', icon, className, children, pendingLabel, ...rest } = props
  return (
    <AriaButton {...rest} className={cx(buttonStyle(variant, size), className)}>
      <span className={cx('inline-flex items-center gap-[inherit]', rest.isPending && 'invisible')}>
        {icon}
        {children}
      </span>
      {rest.isPending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner label={pendingLabel ?? 'Please wait'} />
        </span>
      )}
    </AriaButton>
  )
}
