/** How often the clock is looked at, and how late that has to be for the computer to have slept. */
const lookMilliseconds = 5000
const asleepMilliseconds = 60_000

/** Tells when the computer was asleep: its timers stand still meanwhile, and its clock goes on. Returns how to stop. */
export function watchSleep(onWake: () => void): () => void {
  let last = Date.now()
  const timer = setInterval(() => {
    const slept = Date.now() - last > asleepMilliseconds
    last = Date.now()
    if (slept) onWake()
  }, lookMilliseconds)
  return () => clearInterval(timer)
}
