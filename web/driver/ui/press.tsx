import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/spinner.tsx'

export type PressLook = 'primary' | 'secondary' | 'quiet' | 'danger'

const looks: Record<PressLook, string> = {
  primary: 'bg-brand text-on-brand pressed:bg-brand-pressed',
  secondary: 'border border-line-strong bg-surface text-ink pressed:bg-pressed',
  quiet: 'text-ink pressed:bg-pressed',
  danger: 'border border-line-strong bg-surface text-danger-ink pressed:bg-danger-soft',
}

/** The look of all that is pressed with gloves on: never lower than 44 px. */
export const pressStyle = (look: PressLook, isLarge = false): string =>
  cx(
    'focus-ring inline-flex select-none items-center justify-center gap-2 rounded-xl px-3.5 py-2 [&>svg]:shrink-0 text-center font-semibold text-balance disabled:opacity-50',
    isLarge ? 'min-h-14 text-lg' : 'min-h-12',
    looks[look],
  )

/** Three side by side: the sign above the word. */
export const stacked = 'flex-col gap-1 px-2 text-sm'

type PressProps = Omit<ComponentProps<'button'>, 'className'> & {
  look?: PressLook
  isLarge?: boolean
  icon?: ReactNode
  isPending?: boolean
  className?: string
}

export function Press({
  look = 'secondary',
  isLarge,
  icon,
  isPending,
  disabled,
  className,
  children,
  ...rest
}: PressProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isPending}
      className={cx(pressStyle(look, isLarge), className)}
    >
      {isPending ? <Spinner label="" /> : icon}
      {children}
    </button>
  )
}

type PressLinkProps = Omit<ComponentProps<'a'>, 'className'> & {
  look?: PressLook
  icon?: ReactNode
  className?: string
}

/** Out of the app: a call, a message, the map of another one. */
export function PressLink({ look = 'secondary', icon, className, children, ...rest }: PressLinkProps) {
  return (
    <a {...rest} className={cx(pressStyle(look), className)}>
      {icon}
      {children}
    </a>
  )
}
