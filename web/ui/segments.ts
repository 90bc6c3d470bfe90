/** The row of parts (day, month, hour) inside a date or time field. */
export const segments = 'flex flex-1 items-center self-stretch overflow-hidden px-2.5'

/** One part, such as the month. */
export const segment =
  'min-w-6 rounded-sm px-0.5 py-0.5 text-center whitespace-pre tabular-nums caret-transparent outline-none data-placeholder:text-ink-faint data-focused:bg-brand data-focused:text-on-brand data-focused:data-placeholder:text-on-brand data-[type=literal]:min-w-0 data-[type=literal]:px-0 data-[type=literal]:text-ink-faint'
