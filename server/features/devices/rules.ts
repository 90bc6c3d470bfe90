import { createPublicKey, type KeyObject } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import type { Device, DeviceKey } from '#domain/schema/device.ts'

/** @throws AppError `validation_failed` if the coordinates are not those of a point of the curve */
export function openKey(key: DeviceKey): KeyObject {
  try {
    return createPublicKey({ key: { ...key }, format: 'jwk' })
  } catch {
    throw new AppError('validation_failed', { errors: [{ path: 'public_key', message: 'That is no P-256 key.' }] })
  }
}

/** What events say of a phone: not how far its log is. */
export function toldDevice({ last_seen_at: _, last_sequence: __, last_hash: ___, held: ____, ...told }: Device) {
  return told
}
