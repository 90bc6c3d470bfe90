import { solve, type VroomInput } from '#solver/index.ts'
import type { EngineAnswer } from './engine-answer.ts'

// Enough to find the best route for thirty stops many times over. An iteration limit gives the same route on every
// device;
// the time limit is only for very slow ones.
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
