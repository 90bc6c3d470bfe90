import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { buttonStyle, type ButtonSize, type ButtonVariant } from './button-style.ts'
import { cx } from './cx.ts'

type ButtonLinkProps = Omit<LinkProps, 'className' | 'children'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  className?: string
  children?: ReactNode
}

/** A link that looks like a button. */
export function ButtonLink(props: ButtonLinkProps) {
  const { variant = 'secondary', size = 'medium', icon, className, children, ...rest } = props
  return (
    <Link {...rest} className={cx(buttonStyle(variant, size), className)}>
      {icon}
      {children}
    </Link>
  )
}
