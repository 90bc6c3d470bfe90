import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  Separator,
  Text,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps as AriaMenuProps,
  type MenuSectionProps as AriaMenuSectionProps,
  type PopoverProps,
} from 'react-aria-components'
import { cx } from './cx.ts'
import { Popover } from './popover.tsx'

type MenuProps = Omit<AriaMenuProps<object>, 'children' | 'className' | 'items'> & {
  /** The button that opens the menu. */
  trigger: ReactElement
  /** MenuItem, MenuSection and MenuSeparator. */
  children: ReactNode
  /** Something above the items that is not an item, such as who is signed in. */
  heading?: ReactNode
  placement?: PopoverProps['placement']
}

/** A button that opens a list of actions. */
export function Menu({ trigger, children, heading, placement = 'bottom end', ...rest }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement={placement} className="min-w-52">
        {heading && <div className="border-b px-3.5 py-3">{heading}</div>}
        <AriaMenu {...rest} className="p-1.5 outline-none">
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

type MenuItemProps = Omit<AriaMenuItemProps, 'children' | 'className'> & {
  icon?: ReactNode
  children: string
  description?: string
  isDestructive?: boolean
}

/** One action, or one option if the menu has a selection. */
export function MenuItem({ icon, children, description, isDestructive, ...rest }: MenuItemProps) {
  return (
    <AriaMenuItem
      {...rest}
      textValue={children}
      className={cx(
        'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-1.5 outline-none select-none pointer-coarse:min-h-11',
        'data-disabled:cursor-default data-disabled:opacity-45',
        isDestructive ? 'text-danger-ink data-focused:bg-danger-soft' : 'data-focused:bg-hover data-pressed:bg-pressed',
      )}
    >
      {({ isSelected, selectionMode }) => (
        <>
          {icon && (
            <span aria-hidden="true" className={cx('[&>svg]:size-4', !isDestructive && 'text-ink-muted')}>
              {icon}
            </span>
          )}
          <span className="min-w-0 flex-1">
            <Text slot="label" className="block">
              {children}
            </Text>
            {description && (
              <Text slot="description" className="block text-[0.8125rem] text-ink-muted">
                {description}
              </Text>
            )}
          </span>
          {selectionMode !== 'none' && (
            <Check aria-hidden="true" className={cx('size-4 text-brand-ink', !isSelected && 'invisible')} />
          )}
        </>
      )}
    </AriaMenuItem>
  )
}

/** Related items under a heading. */
export function MenuSection({
  title,
  children,
  ...rest
}: Omit<AriaMenuSectionProps<object>, 'children' | 'className' | 'items'> & { title: string; children: ReactNode }) {
  return (
    <AriaMenuSection {...rest}>
      <Header className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-faint">{title}</Header>
      {children}
    </AriaMenuSection>
  )
}

export function MenuSeparator() {
  return <Separator className="-mx-1.5 my-1.5 border-t" />
}
