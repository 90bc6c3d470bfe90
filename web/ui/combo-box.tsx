import { ChevronDown } from 'lucide-react'
import {
  Button as AriaButton,
  ComboBox as AriaComboBox,
  Group,
  Input,
  type ComboBoxProps as AriaComboBoxProps,
} from 'react-aria-components'
import { bareInput, FieldFrame, invalidity, type FieldProps } from './field.tsx'
import { OptionList, type Option } from './option-list.tsx'
import { Popover } from './popover.tsx'

type ComboBoxProps = FieldProps &
  Omit<AriaComboBoxProps<Option>, 'children' | 'className' | 'style' | 'defaultItems' | 'items'> & {
    options: readonly Option[]
    placeholder?: string
    emptyText?: string
    /** True if the caller filters, such as an address search. Otherwise typing filters the options here. */
    isFilteredOutside?: boolean
  }

/** One of many options, found by typing. */
export function ComboBox(props: ComboBoxProps) {
  const { label, description, errorMessage, isLabelHidden, className, options, placeholder, emptyText, ...others } =
    props
  const { isFilteredOutside, ...rest } = others
  return (
    <AriaComboBox
      allowsEmptyCollection
      menuTrigger="focus"
      {...rest}
      {...(isFilteredOutside ? { items: options } : { defaultItems: options })}
      isInvalid={invalidity(props)}
      className={className}
    >
      <FieldFrame {...{ label, description, errorMessage, isLabelHidden, isRequired: rest.isRequired }}>
        <Group className="field-box">
          <Input placeholder={placeholder} className={bareInput} />
          <AriaButton className="grid w-9 place-items-center self-stretch text-ink-muted pointer-coarse:w-11">
            <ChevronDown aria-hidden="true" className="size-4" />
          </AriaButton>
        </Group>
        <Popover className="w-(--trigger-width)">
          <OptionList emptyText={emptyText} />
        </Popover>
      </FieldFrame>
    </AriaComboBox>
  )
}
