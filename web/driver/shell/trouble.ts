/** More than this, and times on the phone mislead its driver. */
const clockTolerance = 2 * 60_000

/** Whether the phone's clock is off, and which way. */
export function clockTrouble(offsetMs: number | null): { byMs: number; direction: 'ahead' | 'behind' } | undefined {
  if (offsetMs === null || Math.abs(offsetMs) <= clockTolerance) return undefined
  return { byMs: Math.abs(offsetMs), direction: offsetMs < 0 ? 'ahead' : 'behind' }
}

const megabyte = 1_000_000
/** Below this, originals of photos are not kept, and the driver is told. */
const little = 50 * megabyte

export type Room = { freeBytes: number; isLittle: boolean }

/** How much the browser lets the app keep besides what it has. */
export function roomIn({ quota, usage }: StorageEstimate): Room | undefined {
  if (quota === undefined || usage === undefined) return undefined
  const freeBytes = Math.max(0, quota - usage)
  return { freeBytes, isLittle: freeBytes < little }
}

/** The room on this phone. Before a photo's original is kept, ask whether there is any. */
export async function readRoom(): Promise<Room | undefined> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined)
  return estimate && roomIn(estimate)
}

/** Whether nothing could be kept because the phone is full. */
export const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError'
