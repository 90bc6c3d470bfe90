/** Shows how long is left, each second, and tells once it is over. Returns what ends it. */
export function countDown(element: HTMLElement, { minutes, write, over }: Countdown): () => void {
  const end = Date.now() + minutes * 60_000
  const tell = () => {
    const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    element.textContent = write(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`)
    if (seconds > 0) return
    stop()
    over()
  }
  const timer = setInterval(tell, 1000)
  // A phone that slept has missed some.
  document.addEventListener('visibilitychange', tell)
  const stop = () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tell)
  }
  tell()
  return stop
}

type Countdown = { minutes: number; write: (left: string) => string; over: () => void }
