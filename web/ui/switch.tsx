import type { ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components'
import { cx } from './cx.ts'

type SwitchProps = Omit<AriaSwitchProps, 'children' | 'className' | 'style'> & {
  children?: ReactNode
  description?: ReactNode
  className?: string
}

/** A switch that takes effect at once. */
export function Switch({ children, description, className, ...rest }: SwitchProps) {
  return (
    <AriaSwitch
      {...rest}
      className={cx(
        'group inline-flex items-start gap-3 select-none data-disabled:opacity-50 pointer-coarse:min-h-11',
        className,
      )}
    >
      <span
        aria-hidden="true"
        className="mt-px flex h-5 w-9 shrink-0 items-center rounded-full bg-control-line p-0.5 outline-2 outline-offset-2 outline-transparent transition-colors duration-150 group-data-focus-visible:outline-focus group-data-selected:bg-brand"
      >
        <span className="size-4 rounded-full bg-white shadow-card transition-transform duration-150 group-data-selected:translate-x-4" />
      </span>
      {children && (
        <span>
          <span className="font-medium">{children}</span>
          {description && <span className="block text-[0.8125rem] text-ink-muted">{description}</span>}
        </span>
      )}
    </AriaSwitch>
  )
}
