import { planOf } from '#server/engine/answer.ts'
import { openEngine } from '#server/engine/engine.ts'
import { bench } from '#solver/bench/run.ts'

await bench(process.argv.slice(2), async (problem, { seconds, ...request }, onProgress, stop) => {
  const engine = openEngine(request.threads)
  const answer = await engine.solve(
    { problem, timeLimitSeconds: seconds, ...request },
    { onProgress, stop, onLost: console.error },
  )
  await engine.stop()
  return planOf(answer)
})
