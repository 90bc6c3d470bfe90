import { bench } from '#solver/bench/run.ts'
import { optimizeInThreads } from '../optimize-threads.ts'

await bench(process.argv.slice(2), (problem, { seconds, ...settings }, onProgress) =>
  optimizeInThreads(problem, { ...settings, timeLimitSeconds: seconds }, onProgress),
)
