/** Keeps the screen on, because a dark phone gives no positions. The browser lets go when the app is hidden; it asks again. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | undefined
  let isWanted = true
  const ask = async () => {
    if (document.visibilityState !== 'visible') return
    const got = await navigator.wakeLock?.request('screen').catch(() => undefined)
    if (isWanted) lock = got
    else await got?.release()
  }
  const onVisible = () => void ask()
  document.addEventListener('visibilitychange', onVisible)
  void ask()
  return () => {
    isWanted = false
    document.removeEventListener('visibilitychange', onVisible)
    void lock?.release()
  }
}
