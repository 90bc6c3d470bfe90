import { expect, test } from 'vitest'
import { PrescriptionWrite } from '#domain/schema/prescription.ts'
import { accessWords, doorLine, emptyItem, toBody, toValues } from './prescription-words.ts'

test('numbers and names are one a line, and names go only with people who are named', () => {
  const values = { ...toValues(undefined), numbers: ' RX-1\nRX-2, RX-3;\n', authorized_names: 'Budi\nSari' }
  expect(toBody(values)).toMatchObject({ numbers: ['RX-1', 'RX-2', 'RX-3'], authorized_names: [], note: null })
  expect(toBody({ ...values, received_by: 'authorized' }).authorized_names).toEqual(['Budi', 'Sari'])
})

test('what was stored comes back from the form as it was', () => {
  const body = PrescriptionWrite.parse({
    numbers: ['RX-1'],
    items: [{ name: 'Codeine', quantity: '30 tablets', schedule: 'II', is_controlled: true }],
    received_by: 'authorized',
    authorized_names: ['Budi'],
    checks: ['identity'],
  })
  const stored = { ...body, delivery_id: '', created_at: '', updated_at: '', updated_by: '', version: 1 }
  expect(PrescriptionWrite.parse(toBody(toValues(stored)))).toEqual(body)
})

test('an empty line is refused at its field', () => {
  const body = toBody({ ...toValues(undefined), numbers: 'RX-1', items: [emptyItem] })
  const { error } = PrescriptionWrite.safeParse(body)
  expect(error!.issues.map(({ path }) => path.join('.'))).toEqual(['items.0.name'])
})

test('lines say who did what through what', () => {
  expect(accessWords({ kind: 'seen', door: 'api_key' })).toBe('Read it with an API key')
  expect(accessWords({ kind: 'seen_in_emergency', door: 'dashboard' })).toBe('Read it in an emergency')
  expect(doorLine({ requirements: ['photo', 'identity'] })).toBe('At the door, the driver asks for: identity check.')
  expect(doorLine({ requirements: ['photo'] })).toBe('Nothing is checked at the door.')
})
