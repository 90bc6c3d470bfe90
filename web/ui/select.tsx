import { ChevronDown } from 'lucide-react'
import {
  Button as AriaButton,
  Select as AriaSelect,
  SelectValue,
  type SelectProps as AriaSelectProps,
} from 'react-aria-components'
import { FieldFrame, invalidity, type FieldProps } from './field.tsx'
import { OptionList, type Option } from './option-list.tsx'
import { Popover } from './popover.tsx'

type SelectProps = FieldProps &
  Omit<AriaSelectProps<Option>, 'children' | 'className' | 'style' | 'items'> & { options: readonly Option[] }

/** One of a few options. `value` and `onChange` use option ids. */
export function Select(props: SelectProps) {
  const { label, description, errorMessage, isLabelHidden, className, options, ...rest } = props
  return (
    <AriaSelect {...rest} isInvalid={invalidity(props)} className={className}>
      <FieldFrame {...{ label, description, errorMessage, isLabelHidden, isRequired: rest.isRequired }}>
        <AriaButton className="field-box cursor-default gap-2 px-3 text-left">
          <SelectValue className="min-w-0 flex-1 truncate data-placeholder:text-ink-faint [&_[slot=description]]:hidden" />
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-muted" />
        </AriaButton>
        <Popover className="min-w-(--trigger-width)">
          <OptionList options={options} />
        </Popover>
      </FieldFrame>
    </AriaSelect>
  )
}
