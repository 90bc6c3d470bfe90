import { CheckboxGroup as AriaCheckboxGroup, type CheckboxGroupProps as AriaGroupProps } from 'react-aria-components'
import { Checkbox } from './checkbox.tsx'
import { FieldFrame, invalidity, type FieldProps } from './field.tsx'
import type { Option } from './option-list.tsx'

type CheckboxGroupProps = FieldProps &
  Omit<AriaGroupProps, 'children' | 'className' | 'style'> & { options: readonly Option[] }

/** Any of a few options, all visible. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const { label, description, errorMessage, isLabelHidden, className, options, ...rest } = props
  return (
    <AriaCheckboxGroup {...rest} isInvalid={invalidity(props)} className={className}>
      <FieldFrame {...{ label, description, errorMessage, isLabelHidden, isRequired: rest.isRequired }}>
        <div className="grid gap-y-2.5">
          {options.map((option) => (
            <Checkbox
              key={option.id}
              value={option.id}
              isDisabled={option.isDisabled}
              className="pointer-coarse:min-h-11"
            >
              {option.label}
              {option.description && (
                <span className="block text-[0.8125rem] text-ink-muted">{option.description}</span>
              )}
            </Checkbox>
          ))}
        </div>
      </FieldFrame>
    </AriaCheckboxGroup>
  )
}
