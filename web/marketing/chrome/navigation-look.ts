/** Shared by everything in the top navigation bar. */
export const navigationLook =
  'flex cursor-pointer items-center gap-1.5 rounded-md px-3 py-2 font-medium text-ink-muted select-none hover:bg-hover hover:text-ink aria-[current=page]:text-ink'
