import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  Group,
  Input,
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
} from 'react-aria-components'
import { bareInput, FieldFrame, invalidity, type FieldProps } from './field.tsx'

type NumberFieldProps = FieldProps &
  Omit<AriaNumberFieldProps, 'children' | 'className' | 'style'> & { unit?: ReactNode; placeholder?: string }

/** A number, typed or stepped. The unit is shown beside it. Name it in the label too if it matters. */
export function NumberField(props: NumberFieldProps) {
  const { label, description, errorMessage, isLabelHidden, className, unit, placeholder, ...rest } = props
  const step =
    'grid w-9 place-items-center self-stretch text-ink-muted data-hovered:text-ink data-disabled:opacity-40 pointer-coarse:w-11'
  return (
    <AriaNumberField {...rest} isInvalid={invalidity(props)} className={className}>
      <FieldFrame {...{ label, description, errorMessage, isLabelHidden, isRequired: rest.isRequired }}>
        <Group className="field-box">
          <Input placeholder={placeholder} className={`${bareInput} tabular-nums`} />
          {unit && <span className="pr-2 text-[0.8125rem] whitespace-nowrap text-ink-muted">{unit}</span>}
          <span className="flex self-stretch border-l">
            <AriaButton slot="decrement" className={step}>
              <Minus aria-hidden="true" className="size-3.5" />
            </AriaButton>
            <AriaButton slot="increment" className={step}>
              <Plus aria-hidden="true" className="size-3.5" />
            </AriaButton>
          </span>
        </Group>
      </FieldFrame>
    </AriaNumberField>
  )
}
