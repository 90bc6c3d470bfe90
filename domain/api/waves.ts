import { z } from 'zod'
import { NewWave, Wave, WaveChange, WavePage } from '../schema/wave.ts'
import { endpoint, idParams, pageQuery } from './endpoint.ts'

const tag = 'Waves'

export const listWaves = endpoint({
  id: 'listWaves',
  method: 'GET',
  path: '/v1/waves',
  may: 'see_operations',
  tag,
  summary: 'List the set times at which plans are made by themselves',
  query: z.strictObject(pageQuery),
  reply: WavePage,
})

export const createWave = endpoint({
  id: 'createWave',
  method: 'POST',
  path: '/v1/waves',
  may: 'change_planning',
  tag,
  summary: 'Plan by itself at a set time; each plan is left as a draft',
  body: NewWave,
  reply: Wave,
  status: 201,
  idempotent: true,
  record: 'shown',
})

export const changeWave = endpoint({
  id: 'changeWave',
  method: 'PATCH',
  path: '/v1/waves/:id',
  may: 'change_planning',
  tag,
  summary: 'Change a wave, or switch it off or on; another time counts from now on',
  params: idParams,
  body: WaveChange,
  reply: Wave,
  record: 'changed',
})

export const deleteWave = endpoint({
  id: 'deleteWave',
  method: 'DELETE',
  path: '/v1/waves/:id',
  may: 'change_planning',
  tag,
  summary: 'Delete a wave; the plans that it made stay',
  params: idParams,
  record: 'changed',
})
