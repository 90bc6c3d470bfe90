import { Search, X } from 'lucide-react'
import {
  Button as AriaButton,
  Group,
  Input,
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
} from 'react-aria-components'
import { bareInput } from './field.tsx'

type SearchFieldProps = Omit<AriaSearchFieldProps, 'children' | 'className' | 'style' | 'aria-label'> & {
  label: string
  placeholder?: string
  className?: string
}

/** A search box. Escape or the cross clears it. */
export function SearchField({ label, placeholder = 'Search', className, ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField {...rest} aria-label={label} className={`group ${className ?? ''}`}>
      <Group className="field-box">
        <Search aria-hidden="true" className="ml-3 size-4 shrink-0 text-ink-faint" />
        <Input placeholder={placeholder} className={`${bareInput} pl-2 [&::-webkit-search-cancel-button]:hidden`} />
        <AriaButton className="mr-1 grid size-7 shrink-0 place-items-center rounded-md text-ink-muted group-data-empty:invisible data-hovered:bg-hover pointer-coarse:size-10">
          <X aria-hidden="true" className="size-4" />
        </AriaButton>
      </Group>
    </AriaSearchField>
  )
}
