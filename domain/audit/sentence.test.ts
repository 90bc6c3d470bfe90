import { expect, test } from 'vitest'
import { auditActionNames } from './actions.ts'
import { auditSentence } from './sentence.ts'
import type { ShownAuditEntry } from './shown.ts'

const entry: ShownAuditEntry = {
  number: 1,
  at: '2027-01-01T08:00:00.000Z',
  action: 'workspace.updated',
  actor: { kind: 'member', id: null, name: 'Sari' },
  origin: null,
  record: { kind: 'workspace', id: null, label: 'Kota Express' },
  records: 0,
  changes: {},
  detail: {},
  erased: [],
  request_id: null,
  hash: '',
}
const record = { kind: 'driver', id: null, label: 'Budi' }

test.each<[Partial<ShownAuditEntry>, string]>([
  [{ changes: { speed_kmh: { from: 40, to: 30 } } }, 'Sari changed the speed from 40 to 30 km/h.'],
  [
    {
      changes: { speed_kmh: { from: 40, to: 30 }, currency: { from: 'IDR', to: 'USD' }, name: { from: 'A', to: 'B' } },
    },
    'Sari changed the speed, currency and name.',
  ],
  [
    { action: 'driver.updated', record, changes: { active: { from: true, to: false } } },
    'Sari deactivated driver Budi.',
  ],
  [
    {
      action: 'driver.updated',
      record,
      changes: { user_id: { from: null, to: '01a20563-b6c5-778c-8521-2413575cade4' } },
    },
    'Sari changed the account of driver Budi.',
  ],
  [{ action: 'driver.suspended', record }, 'Sari suspended driver Budi.'],
  [{ action: 'driver.suspended', record: { ...record, label: null } }, 'Sari suspended a driver.'],
  [
    { action: 'delivery.created', record: { kind: 'delivery', id: null, label: null }, records: 12_000 },
    'Sari added 12,000 deliveries.',
  ],
  [
    { actor: { kind: 'nobody', id: null, name: '' }, action: 'sign_in.failed', record: { ...record, kind: 'member' } },
    'Somebody failed to sign in as member Budi.',
  ],
  [
    {
      action: 'access.refused',
      detail: { code: 'not_allowed', method: 'POST', path: '/v1/plans', times: 3 },
      record: null,
    },
    'Sari was refused at POST /v1/plans: their role does not allow it (3 times).',
  ],
  [
    { actor: { kind: 'member', id: null, name: null }, erased: ['actor'], action: 'session.began', record: null },
    'Somebody (name erased) signed in and opened the workspace.',
  ],
  [
    { actor: { kind: 'api_key', id: null, name: 'Shop' }, action: 'custody.exported', record: null },
    'The key “Shop” exported the histories of all deliveries.',
  ],
])('%j reads as a sentence', (fields, sentence) => {
  expect(auditSentence({ ...entry, ...fields })).toBe(sentence)
})

test('every action has a sentence that leaves no gap', () => {
  for (const action of auditActionNames) {
    const sentence = auditSentence({ ...entry, action, record, changes: { active: { to: false } } })
    expect(sentence, action).toMatch(/^Sari [^{}]+\.$/)
    expect(sentence, action).not.toMatch(/undefined| {2}/)
  }
})
