import { solve, type VroomInput } from '#solver/index.ts'
import type { EngineAnswer } from './engine-answer.ts'

// Enough for the best route of thirty stops many times over. Counted and not timed, so that the same stops give the same
// route on every device; the clock only ends it where a device is very slow.
const iterationLimit = 20_000
const timeLimitSeconds = 3
const seed = 1

self.addEventListener('message', ({ data }: MessageEvent<VroomInput>) => {
  const answer = (message: EngineAnswer) => self.postMessage(message)
  try {
    const now = () => performance.now()
    const { routes } = solve(data, { iterationLimit, timeLimitSeconds, seed, now })
    const steps = routes.flatMap((route) => route.steps)
    answer({ kind: 'done', order: [0, ...steps.flatMap(({ type, id }) => (type === 'job' && id ? [id] : []))] })
  } catch (error) {
    answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})
