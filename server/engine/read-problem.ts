import { gzipSync } from 'node:zlib'
import { validate, type VroomInput } from '#solver/index.ts'
import { refusalForMemory } from './memory-need.ts'
import type { Reading, ReadRequest } from './protocol.ts'

/**
 * Reads and checks a body, inside a thread: a large one takes a second or more.
 * @throws SolverInputError
 */
export function readProblem({ body, planMode, memoryBytes }: ReadRequest): Reading {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return { kind: 'not JSON' }
  }
  try {
    validate(value, planMode ? 'plan' : 'solve')
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'refused', path: '', message: 'It is nested too deeply.' }
    throw error
  }
  const refusal = refusalForMemory(value as VroomInput, memoryBytes)
  if (refusal) return refusal
  const { jobs = [], shipments = [], vehicles } = value as VroomInput
  const stops = jobs.length + 2 * shipments.length
  return { kind: 'problem', stops, vehicles: vehicles.length, packed: gzipSync(body, { level: 1 }) }
}
