import { Plus, Trash2 } from 'lucide-react'
import { mostMoreWindows } from '#domain/schema/order.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { DayTimeInput } from './day-time-input.tsx'
import type { FieldsProps } from './field-props.ts'

/** Windows besides the first one, and a button for another. */
export function WindowsField({ values, set, problemOf, isLocked }: FieldsProps) {
  const isFixed = isLocked('more_windows')
  const { more_windows: windows, window_start, window_end } = values
  const change = (at: number, part: Partial<(typeof windows)[number]>) =>
    set(
      'more_windows',
      windows.map((window, index) => (index === at ? { ...window, ...part } : window)),
    )
  const isOne = windows.some((_, at) => problemOf(`more_windows.${at}`))
  const whole = isOne ? undefined : problemOf('more_windows')
  return (
    <>
      {windows.map((window, at) => (
        // Windows have no names: their place is what they are known by.
        <fieldset key={at} className="grid grid-cols-[1fr_1fr_auto] gap-4">
          <legend className="sr-only">Window {at + 2}</legend>
          <DayTimeInput
            label={`Window ${at + 2}: not before`}
            value={window.start}
            onChange={(start) => change(at, { start })}
            after={window_end}
            errorMessage={problemOf(`more_windows.${at}.start`)}
            isDisabled={isFixed}
          />
          <DayTimeInput
            label={`Window ${at + 2}: not after`}
            value={window.end}
            onChange={(end) => change(at, { end })}
            after={window.start}
            errorMessage={problemOf(`more_windows.${at}.end`)}
            isDisabled={isFixed}
          />
          {!isFixed && (
            <IconButton
              label={`Remove window ${at + 2}`}
              icon={<Trash2 aria-hidden="true" className="size-4" />}
              className="mt-6.5 text-ink-muted"
              onPress={() =>
                set(
                  'more_windows',
                  windows.filter((_, index) => index !== at),
                )
              }
            />
          )}
        </fieldset>
      ))}
      {whole && (
        <p role="alert" className="text-[0.8125rem] text-danger-ink">
          {whole}
        </p>
      )}
      {!isFixed && (window_start || window_end) && windows.length < mostMoreWindows && (
        <Button
          size="small"
          className="self-start"
          icon={<Plus aria-hidden="true" className="size-3.5" />}
          onPress={() => set('more_windows', [...windows, { start: null, end: null }])}
        >
          Another window
        </Button>
      )}
    </>
  )
}
