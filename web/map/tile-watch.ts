/** How many tiles in a row must fail before the server counts as unreachable. */
const failuresUntilUnreachable = 3

/** Decides from single tiles whether the tile server is reachable. Any tile that loads proves that it is. */
export function watchTiles(onChange: (isReachable: boolean) => void): { loaded: () => void; failed: () => void } {
  let failures = 0
  let isReachable = true
  const become = (next: boolean) => {
    if (next === isReachable) return
    isReachable = next
    onChange(next)
  }
  return {
    loaded() {
      failures = 0
      become(true)
    },
    failed() {
      failures += 1
      if (failures >= failuresUntilUnreachable) become(false)
    },
  }
}
