import { useState } from 'react'

// Kept for the whole visit: whoever turns it off for one address means the others too.
let isRemembering = true

/** Whether confirmed pins also go into the address book. */
export function useRemember(): [boolean, (value: boolean) => void] {
  const [value, set] = useState(isRemembering)
  return [
    value,
    (next) => {
      isRemembering = next
      set(next)
    },
  ]
}
