import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs, type TabsProps as AriaTabsProps } from 'react-aria-components'

type TabItem = { id: string; label: ReactNode; content: ReactNode; isDisabled?: boolean }
type TabsProps = Omit<AriaTabsProps, 'children' | 'className' | 'style'> & {
  label: string
  items: readonly TabItem[]
  className?: string
}

/** Views of one thing, shown one at a time. */
export function Tabs({ label, items, className, ...rest }: TabsProps) {
  return (
    <AriaTabs {...rest} className={className}>
      <TabList aria-label={label} className="flex gap-1 overflow-x-auto border-b [scrollbar-width:none]">
        {items.map((item) => (
          <Tab
            key={item.id}
            id={item.id}
            isDisabled={item.isDisabled}
            className="focus-ring -mb-px cursor-pointer rounded-t-md border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-ink-muted -outline-offset-2 transition-colors data-disabled:opacity-45 data-hovered:text-ink data-selected:border-brand data-selected:text-ink pointer-coarse:py-3"
          >
            {item.label}
          </Tab>
        ))}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className="focus-ring rounded-md pt-4">
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
