import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { buttonStyle, type ButtonSize, type ButtonVariant } from './button-style.ts'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

type IconButtonProps = Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'aria-label'> & {
  /** The button's name, read aloud and shown as a tooltip. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
  hasTooltip?: boolean
}

/** A square button with an icon only. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, variant = 'quiet', size = 'medium', className, hasTooltip = true, ...rest } = props
  const button = (
    <AriaButton {...rest} aria-label={label} className={cx(buttonStyle(variant, size, true), className)}>
      {rest.isPending ? <Spinner label="" /> : icon}
    </AriaButton>
  )
  return hasTooltip ? <Tooltip text={label}>{button}</Tooltip> : button
}
