import { Radio, RadioGroup as AriaRadioGroup, type RadioGroupProps as AriaRadioGroupProps } from 'react-aria-components'
import { cx } from './cx.ts'
import { FieldFrame, invalidity, type FieldProps } from './field.tsx'
import type { Option } from './option-list.tsx'

type RadioGroupProps = FieldProps &
  Omit<AriaRadioGroupProps, 'children' | 'className' | 'style'> & {
    options: readonly Option[]
    /** One below the other, however wide the screen is. */
    isStacked?: boolean
  }

/** One of two to five options, all visible. */
export function RadioGroup(props: RadioGroupProps) {
  const { label, description, errorMessage, isLabelHidden, className, options, isStacked, ...rest } = props
  return (
    <AriaRadioGroup {...rest} isInvalid={invalidity(props)} className={className}>
      <FieldFrame {...{ label, description, errorMessage, isLabelHidden, isRequired: rest.isRequired }}>
        <div className={cx('flex gap-x-5 gap-y-2.5', isStacked ? 'flex-col' : 'flex-wrap')}>
          {options.map((option) => (
            <Radio
              key={option.id}
              value={option.id}
              isDisabled={option.isDisabled}
              className="group flex items-start gap-2.5 select-none data-disabled:opacity-50 pointer-coarse:min-h-11"
            >
              <span
                aria-hidden="true"
                className="mt-px grid size-4.5 shrink-0 place-items-center rounded-full border border-control-line bg-surface outline-2 outline-offset-2 outline-transparent group-data-focus-visible:outline-focus group-data-hovered:border-ink-muted group-data-selected:border-[5px] group-data-selected:border-brand"
              />
              <span>
                {option.label}
                {option.description && (
                  <span className="block text-[0.8125rem] text-ink-muted">{option.description}</span>
                )}
              </span>
            </Radio>
          ))}
        </div>
      </FieldFrame>
    </AriaRadioGroup>
  )
}
