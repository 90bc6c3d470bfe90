import { useState } from 'react'

/** Whether what is opened stays: whoever was allowed to open it keeps what they typed, even if that changes meanwhile. */
export function useKept(opened: unknown, isAllowed: boolean): boolean {
  const [kept, setKept] = useState({ opened, isAllowed })
  const isOther = kept.opened !== opened
  if (isOther || (isAllowed && !kept.isAllowed)) setKept({ opened, isAllowed })
  return isOther ? isAllowed : kept.isAllowed || isAllowed
}
