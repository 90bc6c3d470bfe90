import { parentPort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { SolverInputError, validate, type VroomInput } from '#solver/index.ts'
import type { Reading, ReadRequest } from './reader.ts'
import { refusalOf } from './refusal.ts'

function read({ body, planMode }: ReadRequest): Reading {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return { kind: 'not JSON' }
  }
  try {
    validate(value, planMode ? 'plan' : 'solve')
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'unusable', path: '', message: 'It is nested too deeply.' }
    if (!(error instanceof SolverInputError)) throw error
    return { kind: 'unusable', ...refusalOf(error) }
  }
  const { jobs = [], shipments = [], vehicles } = value as VroomInput
  const stops = jobs.length + 2 * shipments.length
  return { kind: 'problem', stops, vehicles: vehicles.length, packed: gzipSync(body, { level: 1 }) }
}

parentPort!.on('message', (request: ReadRequest) => parentPort!.postMessage(read(request)))
