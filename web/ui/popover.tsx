import type { ReactNode } from 'react'
import { Popover as AriaPopover, type PopoverProps } from 'react-aria-components'
import { cx } from './cx.ts'

/** A small surface anchored to what opened it. Use it inside a DialogTrigger, MenuTrigger or picker. */
export function Popover({
  className,
  children,
  ...rest
}: Omit<PopoverProps, 'className' | 'children'> & { className?: string; children: ReactNode }) {
  return (
    <AriaPopover
      offset={6}
      {...rest}
      className={cx('fade overflow-auto rounded-xl bg-raised shadow-raised outline-none', className)}
    >
      {children}
    </AriaPopover>
  )
}
