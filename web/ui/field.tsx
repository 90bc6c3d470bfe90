import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError as AriaFieldError, Label as AriaLabel, Text } from 'react-aria-components'
import { cx } from './cx.ts'

/** What every field shows around its input. */
export type FieldProps = {
  label: string
  description?: ReactNode
  /** Why the server or the form refuses the value. */
  errorMessage?: string
  /** Hides the label where the context names the field. Screen readers still read it. */
  isLabelHidden?: boolean
  className?: string
}

/** Label above, description or error below. Goes inside a React Aria field, which connects them to the input. */
export function FieldFrame(props: FieldProps & { isRequired?: boolean; children: ReactNode }) {
  const { label, description, errorMessage, isLabelHidden, isRequired, children } = props
  return (
    <>
      <AriaLabel className={cx('mb-1.5 text-[0.8125rem] font-medium', isLabelHidden ? 'sr-only' : 'block')}>
        {label}
        {isRequired && (
          <span aria-hidden="true" className="text-danger-ink">
            {' '}
            *
          </span>
        )}
      </AriaLabel>
      {children}
      {description && (
        <Text slot="description" className="mt-1.5 block text-[0.8125rem] text-ink-muted">
          {description}
        </Text>
      )}
      <AriaFieldError className="mt-1.5 flex items-start gap-1.5 text-[0.8125rem] text-danger-ink">
        {({ validationErrors }) => {
          const said = errorMessage ?? validationErrors.join(' ')
          // Two fields may share a sentence that stands below both.
          return (
            said && (
              <>
                <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
                <span>{said}</span>
              </>
            )
          )
        }}
      </AriaFieldError>
    </>
  )
}

/** A field is invalid if its form says so, or if it has an error message. */
export function invalidity(props: { isInvalid?: boolean; errorMessage?: string }): boolean | undefined {
  return props.isInvalid ?? (props.errorMessage ? true : undefined)
}

/** The inside of a field box, which has no border of its own. */
export const bareInput =
  'min-w-0 flex-1 self-stretch bg-transparent px-3 text-inherit outline-none placeholder:text-ink-faint'
