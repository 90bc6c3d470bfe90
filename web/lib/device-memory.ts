/** What this device remembered under a key, or null. Storage may be blocked: then nothing is ever remembered. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Remembers a text on this device, if it may. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The next load starts without it.
  }
}
