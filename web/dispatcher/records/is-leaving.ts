type Navigation = {
  currentLocation: { pathname: string }
  nextLocation: { pathname: string }
  historyAction: 'POP' | 'PUSH' | 'REPLACE'
}

/**
 * Whether a navigation leaves what is open: another page, or Back and Forward; a page's own changes of its query
 * string do not.
 */
export function isLeaving({ currentLocation, nextLocation, historyAction }: Navigation): boolean {
  return historyAction === 'POP' || currentLocation.pathname !== nextLocation.pathname
}
