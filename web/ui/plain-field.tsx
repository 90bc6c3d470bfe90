import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'

type Frame = {
  label: string
  /** What to enter, or what it is used for. */
  hint?: ReactNode
  /** Why the value is refused. */
  problem?: string
  className?: string
}

type Described = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

const inputLook = 'w-full min-w-0 bg-transparent px-3 py-1.5 outline-none placeholder:text-ink-faint'

/** One line of text in a native field, for public pages, which do not load the component library. */
export function PlainField(
  props: Frame & Omit<ComponentProps<'input'>, 'id'> & { /** Classes of the text itself. */ look?: string },
) {
  const { label, hint, problem, className, look, ...input } = props
  return (
    <PlainFrame {...{ label, hint, problem, className }} isRequired={input.required}>
      {(described) => <input {...input} {...described} className={cx(inputLook, look)} />}
    </PlainFrame>
  )
}

/** Several lines of text. */
export function PlainTextArea({
  label,
  hint,
  problem,
  className,
  ...input
}: Frame & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <PlainFrame {...{ label, hint, problem, className }} isRequired={input.required}>
      {(described) => <textarea rows={5} {...input} {...described} className={cx(inputLook, 'resize-y')} />}
    </PlainFrame>
  )
}

/** A native select. `children` are its options. */
export function PlainSelect({
  label,
  hint,
  problem,
  className,
  ...input
}: Frame & Omit<ComponentProps<'select'>, 'id'>) {
  return (
    <PlainFrame {...{ label, hint, problem, className }} isRequired={input.required}>
      {(described) => <select {...input} {...described} className={cx(inputLook, 'cursor-pointer')} />}
    </PlainFrame>
  )
}

function PlainFrame(props: Frame & { isRequired?: boolean; children: (described: Described) => ReactNode }) {
  const { label, hint, problem, className, isRequired, children } = props
  const id = useId()
  const about = problem ? `${id}-problem` : hint ? `${id}-hint` : undefined
  return (
    <div className={cx('text-left text-sm', className)}>
      <label htmlFor={id} className="mb-1.5 block text-[0.8125rem] font-medium">
        {label}
        {isRequired && (
          <span aria-hidden="true" className="ml-0.5 text-danger-ink">
            *
          </span>
        )}
      </label>
      <div className="field-box" data-invalid={problem ? '' : undefined}>
        {children({ id, 'aria-describedby': about, 'aria-invalid': problem ? true : undefined })}
      </div>
      {hint && !problem && (
        <p id={`${id}-hint`} className="mt-1.5 text-[0.8125rem] text-ink-muted">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="mt-1.5 text-[0.8125rem] text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  )
}
