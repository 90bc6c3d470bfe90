import { parentPort } from 'node:worker_threads'
import { draw } from './draw.ts'
import type { Paper } from './paper.ts'

/** Draws one paper after the other. */
parentPort!.on('message', async (paper: Paper) => {
  const bytes = await draw(paper)
  parentPort!.postMessage(bytes)
})
