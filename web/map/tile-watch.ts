/** How many tiles in a row must fail before the server counts as unreachable. */
const failuresUntilUnreachable = 3

type TileWatch = {
  loaded: () => void
  failed: () => void
  /** Nothing was heard for a while: a firewall may swallow the requests. */
  silent: () => void
}

/** Decides from single tiles whether the tile server is reachable. Any tile that loads proves that it is. */
export function watchTiles(onChange: (isReachable: boolean) => void): TileWatch {
  let failures = 0
  let hasLoaded = false
  let isReachable = true
  const become = (next: boolean) => {
    if (next === isReachable) return
    isReachable = next
    onChange(next)
  }
  return {
    loaded() {
      failures = 0
      hasLoaded = true
      become(true)
    },
    failed() {
      failures += 1
      if (failures >= failuresUntilUnreachable) become(false)
    },
    silent() {
      if (!hasLoaded) become(false)
    },
  }
}
