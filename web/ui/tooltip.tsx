import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger, type TooltipProps } from 'react-aria-components'

/** A short hint on hover and keyboard focus. Never the only place for important information. */
export function Tooltip(props: { text: string; children: ReactElement; placement?: TooltipProps['placement'] }) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {props.children}
      <AriaTooltip
        offset={6}
        placement={props.placement ?? 'top'}
        className="fade max-w-64 rounded-md bg-ink px-2 py-1 text-xs font-medium text-ground shadow-raised"
      >
        {props.text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
