import { expect, test } from 'vitest'
import { readPosition } from './read-position.ts'

const depot = { lat: -6.155, lng: 106.845 }
const where = (text: string, near?: { lat: number; lng: number }) => {
  const found = readPosition(text, near)
  return 'problem' in found ? found.problem : [found.location.lat, found.location.lng]
}

test.each([
  '-6.2088, 106.8456',
  '-6.2088,106.8456',
  ' -6.2088 106.8456 ',
  '(-6.2088, 106.8456)',
  '−6,2088; 106,8456',
  '-6,2088 106,8456',
  '-6,2088, 106,8456',
  '-6.2088\t106.8456',
  'lat: -6.2088, lng: 106.8456',
  'lng=106.8456&lat=-6.2088',
  '{"lat":-6.2088,"lng":106.8456}',
  '6.2088° S, 106.8456° E',
  '-6.2088°, 106.8456°',
  'S6.2088 E106.8456',
  '106.8456E 6.2088S',
  '6,2088 LS 106,8456 BT',
  '6°12\'31.68"S 106°50\'44.16"E',
  '6°12′31.68″S, 106°50′44.16″E',
  '6° 12.528′ S  106° 50.736′ E',
  "6º12'31,68''LS 106º50'44,16''BT",
  '6 12 31.68 S 106 50 44.16 E',
  'S 6°12\'31.68" E 106°50\'44.16"',
  '-6°12\'31.68" 106°50\'44.16"',
])('%s is read as coordinates', (text) => {
  expect(readPosition(text)).toEqual({ location: { lat: -6.2088, lng: 106.8456 }, kind: 'coordinates' })
})

test.each([
  'https://www.google.com/maps/@-6.2088,106.8456,17z',
  'https://www.google.com/maps/@-6.2088,106.8456,3a,75y,90t/data=!3m6',
  'https://www.google.co.id/maps/place/Monas/@-6.17,106.8,17z/data=!3m1!4b1!4m6!3m5!1s0x2e:0x5!8m2!3d-6.2088!4d106.8456!16s',
  'https://www.google.com/maps/place/-6.2088,106.8456/@-6.1,106.7,15z',
  "https://www.google.com/maps/place/6%C2%B012'31.7%22S+106%C2%B050'44.2%22E/@-6.1,106.7,17z/data=!3d-6.2088!4d106.8456",
  'https://www.google.com/maps/search/-6.2088,+106.8456?entry=tts',
  'https://maps.google.com/?q=-6.2088,106.8456',
  'https://maps.google.com/maps?q=loc:-6.2088,106.8456',
  'https://www.google.com/maps?q=-6.2088,106.8456(Rumah)&z=17',
  'https://www.google.com/maps/search/?api=1&query=-6.2088%2C106.8456',
  'https://www.google.com/maps/dir/?api=1&origin=-6.1,106.7&destination=-6.2088,106.8456',
  'https://www.google.com/maps/dir/-6.1,106.7/-6.2088,106.8456/@-6.15,106.75,13z',
  'google.com/maps/@-6.2088,106.8456,17z',
  'https://www.openstreetmap.org/#map=17/-6.2088/106.8456',
  'https://www.openstreetmap.org/?mlat=-6.2088&mlon=106.8456#map=12/-6.1/106.7',
  'https://maps.apple.com/?ll=-6.2088,106.8456&q=Dropped%20Pin',
  'https://maps.apple.com/place?coordinate=-6.2088,106.8456&name=Home',
  'https://waze.com/ul?ll=-6.2088%2C106.8456&navigate=yes',
  'https://www.waze.com/live-map/directions?to=ll.-6.2088%2C106.8456',
  'https://www.bing.com/maps?cp=-6.2088~106.8456&lvl=17',
  'https://yandex.com/maps/?ll=106.8456%2C-6.2088&z=17',
  'https://wego.here.com/?map=-6.2088,106.8456,15,normal',
  'geo:-6.2088,106.8456',
  'geo:-6.2088,106.8456;u=35?z=17',
  'geo:0,0?q=-6.2088,106.8456(Kantor)',
  'Kantor kami: https://www.google.com/maps?q=-6.2088,106.8456 (lantai 3)',
])('%s is read as a map link', (text) => {
  expect(readPosition(text)).toEqual({ location: { lat: -6.2088, lng: 106.8456 }, kind: 'map link' })
})

test('plus codes are read whole, or near the depot', () => {
  expect(readPosition('6P58QRVW+2X')).toMatchObject({ kind: 'plus code' })
  const whole = where('6P58QRVW+2X')
  expect(where('QRVW+2X Jakarta, Indonesia', depot)).toEqual(whole)
  expect(where('https://www.google.com/maps/place/QRVW%2B2X+Jakarta', depot)).toEqual(whole)
  expect(where('https://www.google.com/maps/place/QRVW+2X,+Jakarta', depot)).toEqual(whole)
  expect(where('https://plus.codes/6P58QRVW+2X')).toEqual(whole)
  expect(readPosition('QRVW+2X', depot)).toMatchObject({
    note: 'The code is short, so it was looked up near your depot.',
  })
})

test.each([
  ['https://maps.app.goo.gl/AbC123', /^Short links cannot be read here/],
  ['goo.gl/maps/AbC123', /^Short links/],
  ['https://www.google.com/maps/place/Monas', /^This link has no coordinates/],
  ['https://example.com/order/12', /^This link has no coordinates/],
  ['QRVW+2X', /no depot to look near/],
  ['6P580000+', /whole district/],
  ['XXXXXXXX+XX', /not on the map/],
  ['-96.2, 206.8', /^Latitude is between/],
  ['91° N, 10° E', /^Latitude is between/],
  ['6°75\'00"S 106°50\'44"E', /^Paste coordinates/],
  ['-6.2088', /^Paste coordinates/],
  ['Jl. Sudirman No. 5', /^Paste coordinates/],
  ['1.2.3, 4.5', /^Paste coordinates/],
  ['', /^Paste coordinates/],
  ['NaN, Infinity', /^Paste coordinates/],
  ['=HYPERLINK("x")', /^Paste coordinates/],
])('%s is refused with the reason', (text, reason) => {
  expect(where(text, text.startsWith('QRVW') ? undefined : depot)).toMatch(reason)
})

test('a latitude that cannot be one is taken for the longitude', () => {
  expect(readPosition('106.8456, -6.2088')).toEqual({
    location: { lat: -6.2088, lng: 106.8456 },
    kind: 'coordinates',
    note: 'The longitude came first, so the two numbers were swapped.',
  })
})

test('a place far from the depot that would be near it when swapped comes with the swapped one', () => {
  const berlin = { lat: 52.52, lng: 13.405 }
  expect(readPosition('13.4, 52.5', berlin)).toMatchObject({
    location: { lat: 13.4, lng: 52.5 },
    swapped: { lat: 52.5, lng: 13.4 },
  })
  expect(readPosition('52.5, 13.4', berlin)).not.toHaveProperty('swapped')
  expect(readPosition('13.4, 52.5')).not.toHaveProperty('swapped')
})

test('a long or strange text is answered at once', () => {
  for (const text of [
    '9'.repeat(50_000),
    ' 1'.repeat(20_000),
    `${'°'.repeat(20_000)}N`,
    `https://${'@1,'.repeat(20_000)}`,
  ]) {
    expect(readPosition(text)).toHaveProperty('problem')
  }
})
