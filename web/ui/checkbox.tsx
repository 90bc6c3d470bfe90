import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components'
import { cx } from './cx.ts'

type CheckboxProps = Omit<AriaCheckboxProps, 'children' | 'className' | 'style'> & {
  children?: ReactNode
  className?: string
}

/** A yes or no that takes effect on Save. Without text it needs an `aria-label`, or a slot in a table. */
export function Checkbox({ children, className, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...rest}
      className={cx(
        'group inline-flex items-start gap-2.5 select-none data-disabled:opacity-50',
        // The touch target is larger than what is drawn.
        'relative pointer-coarse:before:absolute pointer-coarse:before:-inset-3 pointer-coarse:before:content-[""]',
        className,
      )}
    >
      {({ isIndeterminate, isSelected }) => (
        <>
          <span
            aria-hidden="true"
            className={cx(
              'mt-px grid size-4.5 shrink-0 place-items-center rounded-[5px] border outline-2 outline-offset-2 outline-transparent transition-colors duration-100 group-data-focus-visible:outline-focus group-data-invalid:border-danger',
              isSelected || isIndeterminate
                ? 'border-brand bg-brand text-on-brand'
                : 'border-control-line bg-surface group-data-hovered:border-ink-muted',
            )}
          >
            {isIndeterminate ? (
              <Minus className="size-3.5" strokeWidth={3} />
            ) : (
              isSelected && <Check className="size-3.5" strokeWidth={3} />
            )}
          </span>
          {children && <span>{children}</span>}
        </>
      )}
    </AriaCheckbox>
  )
}
