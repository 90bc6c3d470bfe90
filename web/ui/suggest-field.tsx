import { useContext, useEffect, useRef, type ReactNode } from 'react'
import {
  ComboBox as AriaComboBox,
  ComboBoxStateContext,
  Group,
  Input,
  type ComboBoxProps as AriaComboBoxProps,
} from 'react-aria-components'
import { bareInput, FieldFrame, invalidity, type FieldProps } from './field.tsx'
import { OptionList, type Option } from './option-list.tsx'
import { Popover } from './popover.tsx'

type SuggestFieldProps = FieldProps &
  Pick<AriaComboBoxProps<Option>, 'isDisabled' | 'isRequired' | 'isInvalid' | 'autoFocus'> & {
    value: string
    onChange: (value: string) => void
    suggestions: readonly Option[]
    onChoose: (id: string) => void
    placeholder?: string
    /** Below the suggestions, such as where they come from. */
    note?: ReactNode
  }

/** One line of text with suggestions while somebody types. Any text is fine; choosing one is optional. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, description, errorMessage, isLabelHidden, className, placeholder, note, ...rest } = props
  const { value, onChange, suggestions, onChoose, ...state } = rest
  return (
    <AriaComboBox
      {...state}
      allowsCustomValue
      menuTrigger="input"
      items={suggestions}
      inputValue={value}
      onInputChange={onChange}
      selectedKey={null}
      onSelectionChange={(id) => id !== null && onChoose(String(id))}
      isInvalid={invalidity(props)}
      className={className}
    >
      <FieldFrame {...{ label, description, errorMessage, isLabelHidden, isRequired: state.isRequired }}>
        <Group className="field-box">
          <Input placeholder={placeholder} autoComplete="off" className={bareInput} />
        </Group>
        <OpenWhenFound suggestions={suggestions} />
        <Popover className="w-(--trigger-width)">
          <OptionList />
          {note && <p className="border-t px-4 py-2 text-xs text-ink-muted">{note}</p>}
        </Popover>
      </FieldFrame>
    </AriaComboBox>
  )
}

/** Suggestions that arrive after the last key open the list too. By itself it only opens on a key. */
function OpenWhenFound({ suggestions }: { suggestions: readonly Option[] }) {
  const state = useContext(ComboBoxStateContext)
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
  })
  const count = suggestions.length
  useEffect(() => {
    // Only news open it: a list that somebody closed stays closed.
    if (count > 0 && latest.current?.isFocused) latest.current.open(null, 'input')
  }, [count])
  return null
}
