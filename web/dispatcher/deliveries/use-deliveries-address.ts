import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  readFilter,
  readOpened,
  writeFilter,
  writeOpened,
  type DeliveriesFilter,
  type Opened,
} from './deliveries-address.ts'

/**
 * The page's state in the query string. Its functions are stable, so that components that get them need not render
 * again.
 */
export function useDeliveriesAddress() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const filter = useMemo(() => readFilter(new URLSearchParams(search)), [search])
  const opened = useMemo(() => readOpened(new URLSearchParams(search)), [search])

  const change = useCallback(
    (part: Partial<DeliveriesFilter>) => {
      const now = addressNow()
      const next = writeFilter(now, { ...readFilter(now), ...part })
      void navigate({ search: next.toString() }, { replace: true, preventScrollReset: true })
    },
    [navigate],
  )
  const open = useCallback(
    (what: Opened, isReplacing = false) => {
      const next = writeOpened(addressNow(), what)
      void navigate({ search: next.toString() }, { replace: isReplacing, preventScrollReset: true })
    },
    [navigate],
  )
  const close = useCallback(() => open({ kind: 'nothing' }, true), [open])
  return { filter, opened, change, open, close }
}

/** Reads the current query string: a search that waited for typing to pause must not undo later changes. */
function addressNow(): URLSearchParams {
  return new URLSearchParams(window.location.search)
}
