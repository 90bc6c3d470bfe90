import { parentPort } from 'node:worker_threads'
import { startTravelDouble } from '#server/outside/travel/double.ts'

const { url } = await startTravelDouble('osrm')
parentPort!.postMessage(url)
