import type { DriverText } from '#domain/messages/driver/en.ts'

/** Pages that are opened from "More". */
export const moreLinks: { path: string; label: DriverText }[] = [
  { path: '/unsent', label: 'sync.details' },
  { path: '/kept', label: 'more.privacy' },
]
