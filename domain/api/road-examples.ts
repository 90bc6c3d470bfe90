import type { z } from 'zod'
import type { SentEntry } from '../road/entry.ts'
import type { NewDevice } from '../schema/device.ts'
import type { Ping, PingsReply } from '../schema/position.ts'

/*
 * Examples of what a driver's app sends. The entries are a whole log: hashed, chained, and signed with the device's key.
 */

export const deviceExample: z.input<typeof NewDevice> = {
  id: 'b2f7d3a0-5c1e-4f0a-9d64-3f1d0c7a8e21',
  name: 'Pixel 8',
  platform: 'Android',
  public_key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'T51e5IUr36qS7aqOPO-hrKtNPtJchonVqfwPFqDUFnw',
    y: '10efqZ0YfIvALNTZRUG3l6k9x7g-JgTT3RfqsPOioZo',
  },
}

const every = { format: 1, device_id: deviceExample.id, clock_offset_ms: -340 } as const

export const entryExamples: z.input<typeof SentEntry>[] = [
  {
    ...every,
    id: '3d1c1a52-6d0e-4a57-8c1b-9e8f5b7a2d01',
    sequence: 1,
    kind: 'shift_started',
    at: '2027-03-15T01:00:00.000Z',
    fix: null,
    data: { shift_id: '6a0f4a5e-9a55-4c5f-8a3c-0f6f3f2f9b10', vehicle_id: null },
    previous_hash: null,
    hash: '3463c3218c2a6dc696f63ecb4e9ad0c06bc37a430000802b7f35b7f1c153d8c8',
    signature: 'eiqaoeiZ7UXxNiuv4AjG7FPmyjlya6MmZ3mtwKEqEJzGlsZGB7eaAFSwPwhIpLbkEWv5hJgHumT2115QcrrXdg',
  },
  {
    ...every,
    id: '8f4b2e77-0c9d-4d3a-b6a5-1f7c3e9d5a02',
    sequence: 2,
    kind: 'delivered',
    at: '2027-03-15T02:14:30.000Z',
    fix: { lat: -6.1935, lng: 106.823, accuracy_m: 8, recorded_at: '2027-03-15T02:14:28.000Z' },
    data: {
      stop_id: '0195a3c2-7d41-7b6e-8f35-2c9e4a1d6b02',
      delivery_id: '0195a3c2-7d41-7c12-9a40-5d8f7b3e1c44',
      to: 'recipient',
      received_by: 'Siti Rahma',
      cash: 50_000,
    },
    previous_hash: '3463c3218c2a6dc696f63ecb4e9ad0c06bc37a430000802b7f35b7f1c153d8c8',
    hash: 'caf504eff932c2a95399061c04a1278f089a05777035fe2010b657e93d946185',
    signature: '9HfnIBPtOwF_FYOXoUr6gKqkIVssaBLNjdGS5hM2l-eWCBouov5i5h2m5QjZc31LyFGYQMOzuYbvu4qxz6_lPg',
  },
]

export const pingExample: z.input<typeof Ping> = {
  recorded_at: '2027-03-15T02:10:00.000Z',
  lat: -6.2,
  lng: 106.8,
  accuracy_m: 8,
  speed_mps: 9.5,
  heading: 271,
  battery_percent: 64,
  charging: false,
}

export const pingsReplyExample: z.output<typeof PingsReply> = {
  accepted: 1,
  hidden: 0,
  ignored: [],
  shift_id: '6a0f4a5e-9a55-4c5f-8a3c-0f6f3f2f9b10',
  near: null,
}
