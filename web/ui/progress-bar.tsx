import {
  Label,
  ProgressBar as AriaProgressBar,
  type ProgressBarProps as AriaProgressBarProps,
} from 'react-aria-components'

type ProgressBarProps = Omit<AriaProgressBarProps, 'children' | 'className' | 'style'> & {
  label: string
  className?: string
}

/** The progress of something. Set `isIndeterminate` if it is unknown. */
export function ProgressBar({ label, className, ...rest }: ProgressBarProps) {
  return (
    <AriaProgressBar {...rest} className={className}>
      {({ percentage, valueText, isIndeterminate }) => (
        <>
          <div className="mb-1.5 flex justify-between gap-4 text-[0.8125rem]">
            <Label className="font-medium">{label}</Label>
            {!isIndeterminate && <span className="text-ink-muted tabular-nums">{valueText}</span>}
          </div>
          <div className="h-2 overflow-hidden rounded-full bg-pressed">
            <div
              className={`h-full rounded-full bg-brand ${
                isIndeterminate
                  ? 'w-[30%] animate-[karta-slide_1.4s_ease-in-out_infinite]'
                  : 'transition-[width] duration-300'
              }`}
              style={isIndeterminate ? undefined : { width: `${percentage}%` }}
            />
          </div>
        </>
      )}
    </AriaProgressBar>
  )
}
