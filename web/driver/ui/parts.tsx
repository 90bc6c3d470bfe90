import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'brand'

const tones: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-neutral-ink',
  info: 'bg-info-soft text-info-ink',
  success: 'bg-success-soft text-success-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
  brand: 'bg-brand-soft text-brand-ink',
}

/** A paragraph that stands out. With a role, it is spoken when it appears. */
export function Note({
  tone = 'info',
  icon,
  role,
  className,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  role?: 'status' | 'alert'
  className?: string
  children: ReactNode
}) {
  return (
    <div role={role} className={cx('flex gap-3 rounded-xl px-4 py-3', tones[tone], className)}>
      {icon && <span className="mt-0.5 shrink-0 [&_svg]:size-5">{icon}</span>}
      <div className="min-w-0 grow text-pretty whitespace-pre-line wrap-anywhere">{children}</div>
    </div>
  )
}

/** A word or two in a frame. */
export const Tag = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={cx('inline-flex items-center rounded-md px-2 py-0.5 text-sm font-medium', tones[tone])}>
    {children}
  </span>
)

export const Card = ({
  className,
  isMain,
  children,
}: {
  className?: string
  isMain?: boolean
  children: ReactNode
}) => (
  <section
    className={cx('rounded-2xl bg-surface p-4', isMain ? 'border-2 border-brand' : 'border border-line', className)}
  >
    {children}
  </section>
)

/** A heading over a part of a page. */
export const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className="grid gap-2">
    <h2 className="text-sm font-semibold text-ink-muted">{title}</h2>
    {children}
  </section>
)

type FieldProps = Omit<ComponentProps<'input'>, 'className'> & { label: ReactNode; hint?: ReactNode }

const box =
  'focus-ring min-h-12 w-full rounded-xl border border-control-line bg-surface px-3.5 py-2.5 text-ink placeholder:text-ink-faint'

export function Field({ label, hint, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input id={id} {...rest} aria-describedby={hint ? `${id}-hint` : undefined} className={box} />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

type LongFieldProps = Omit<ComponentProps<'textarea'>, 'className'> & { label: ReactNode }

export function LongField({ label, ...rest }: LongFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea id={id} rows={2} {...rest} className={box} />
    </div>
  )
}

type ChoiceProps<Value extends string> = {
  /** Spoken before the options. */
  label: string
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode; isDisabled?: boolean }[]
  value: Value | null
  onChange: (value: Value) => void
  /** Side by side, for a few short ones. */
  isRow?: boolean
}

/** One of a few, each as large as a button. */
export function Choice<Value extends string>({ label, options, value, onChange, isRow }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset
      className={cx('grid gap-2', isRow && (options.length > 3 ? 'grid-cols-2' : 'auto-cols-fr grid-flow-col'))}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative flex min-h-12 items-center gap-3 rounded-xl border border-line-strong bg-surface px-4 py-2.5 font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            'has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-ink has-disabled:opacity-50',
            isRow && 'justify-center px-2 text-center',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.isDisabled}
            onChange={() => onChange(option.value)}
            className={
              isRow
                ? 'absolute inset-0 size-full appearance-none rounded-xl outline-none'
                : 'size-5 shrink-0 accent-brand outline-none'
            }
          />
          <span className="min-w-0">
            {option.label}
            {option.hint && <span className="block text-sm font-normal text-ink-muted">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** On or off. */
export function Toggle({
  label,
  isOn,
  isDisabled,
  onChange,
}: {
  label: ReactNode
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}) {
  return (
    <label className="flex min-h-12 items-center gap-3 font-medium has-disabled:opacity-50">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
        className="size-6 shrink-0 rounded accent-brand focus-ring"
      />
      <span className="min-w-0">{label}</span>
    </label>
  )
}
