import { expect, test } from 'vitest'
import { addressesCsv, addressesGeoJson, type AddressInFile } from './book-file.ts'

const shop: AddressInFile = {
  address: '=HYPERLINK("https://evil.example")',
  label: '@SUM(A1)',
  aliases: ['Jl. Sabang 1', '+cmd|calc'],
  location: { lat: -6.2, lng: 106.8 },
  entrance: null,
  parking: null,
  gate_code: '#4411',
  service_minutes: null,
  notes: 'Line 1\nLine "2"',
  learned: [
    {
      kind: 'parking',
      state: 'suggested',
      location: { lat: -6.2001234567, lng: 106.8 },
      minutes: null,
      spread: 4.25,
      seen: 7,
      first_at: '2026-03-01T00:00:00.000Z',
      last_at: '2026-03-09T00:00:00.000Z',
    },
  ],
}

test('a spreadsheet runs no cell of the address book, and each line has every column', () => {
  const [header, line] = addressesCsv([{ ...shop, notes: null }]).split('\r\n')
  expect(line).toContain(`'=HYPERLINK`)
  expect(line).toContain(`'@SUM(A1)`)
  expect(line).toContain('-6.2,106.8')
  expect(line).toContain('suggested,7,4.3,2026-03-09T00:00:00.000Z')
  const cells = line!.replaceAll(/"(?:[^"]|"")*"/g, 'x').split(',')
  expect(cells).toHaveLength(header!.split(',').length)
})

test('GeoJSON has longitude first, says where each place comes from, and has no gate codes or notes', () => {
  const text = addressesGeoJson([shop])
  const { type, features } = JSON.parse(text)
  expect(type).toBe('FeatureCollection')
  expect(features).toMatchObject([
    { geometry: { coordinates: [106.8, -6.2] }, properties: { kind: 'pin', source: 'book', name: '@SUM(A1)' } },
    { geometry: { coordinates: [106.8, -6.200123] }, properties: { kind: 'parking', source: 'visits', seen: 7 } },
  ])
  expect(text).not.toContain('4411')
  expect(text).not.toContain('Line')
})
