import type { DriverText } from '#domain/messages/driver/en.ts'

/** Pages that are opened from "More". */
export const moreLinks: { path: string; label: DriverText }[] = [
  { path: '/cash', label: 'cash.title' },
  { path: '/temperature', label: 'temperature.title' },
  { path: '/unsent', label: 'sync.details' },
  { path: '/kept', label: 'more.privacy' },
]
