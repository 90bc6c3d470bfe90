import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readLiveAddress, writeLiveAddress, type LiveAddress } from './live-address.ts'

/** The page's state in the query string. Back closes a driver that was opened. */
export function useLiveAddress() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const address = useMemo(() => readLiveAddress(new URLSearchParams(search)), [search])
  const change = useCallback(
    (part: Partial<LiveAddress>) => {
      // The current address: a search that waited for typing to pause must not undo later changes.
      const query = new URLSearchParams(window.location.search)
      const now = readLiveAddress(query)
      const opens = part.driverId && now.driverId === null
      const next = writeLiveAddress(query, { ...now, ...part })
      void navigate({ search: next.toString() }, { replace: !opens, preventScrollReset: true })
    },
    [navigate],
  )
  return { address, change }
}
