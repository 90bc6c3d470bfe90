import { tableBytes, type VroomInput } from '#solver/index.ts'
import type { Refusal } from './protocol.ts'

/** Refuses a problem whose tables take more memory than a search may have here: otherwise it would end the server. */
export function refusalForMemory(problem: VroomInput, memoryBytes: number): Refusal | undefined {
  const bytes = tableBytes(problem)
  if (bytes <= memoryBytes) return undefined
  const message = `It needs about ${megabytes(bytes)} of memory, and this server gives a search ${megabytes(memoryBytes)}: leave out jobs, or let vehicles share their start and end.`
  return { kind: 'refused', path: '', message }
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20).toLocaleString('en-US')} MB`
