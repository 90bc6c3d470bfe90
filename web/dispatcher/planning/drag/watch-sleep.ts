/** How often the clock is looked at, and how late that has to be for the computer to have slept. */
const lookMilliseconds = 5000
const asleepMilliseconds = 60_000

/** Tells when the computer was asleep: its timers stand still meanwhile, and its clock goes on. */
export function watchSleep(onWake: () => void): {
  /** Looks at once. Whoever wakes up may let go before a timer runs. */
  look: () => boolean
  stop: () => void
} {
  let last = Date.now()
  const look = () => {
    const slept = Date.now() - last > asleepMilliseconds
    last = Date.now()
    if (slept) onWake()
    return slept
  }
  const timer = setInterval(look, lookMilliseconds)
  return { look, stop: () => clearInterval(timer) }
}
