import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sniff } from './sniff.ts'

const hex = (bytes: string) => Buffer.from(bytes.replaceAll(' ', ''), 'hex')
const ftyp = (brand: string) => Buffer.concat([hex('00000018'), Buffer.from(`ftyp${brand}\0\0\0\0mif1heic`)])

const samples: [string, Buffer, string | undefined][] = [
  ['a photo', hex('ffd8ffe000104a46494600'), 'image/jpeg'],
  ['a picture', Buffer.concat([hex('89504e470d0a1a0a0000000d49484452'), Buffer.alloc(40)]), 'image/png'],
  ['a GIF that goes on as a script', Buffer.from('GIF89a=1;/*\0*/alert(1)'), 'image/gif'],
  [
    'a WebP',
    Buffer.concat([Buffer.from('RIFF'), hex('24000000'), Buffer.from('WEBPVP8 '), Buffer.alloc(20)]),
    'image/webp',
  ],
  ['a phone’s photo', ftyp('heic'), 'image/heic'],
  ['a video', ftyp('mp42'), 'video/mp4'],
  ['a document', Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1'), 'application/pdf'],
  ['an archive', Buffer.concat([hex('504b0304 1400 0000 0000'), Buffer.alloc(60)]), 'application/zip'],
  ['something compressed', gzipSync('text'), 'application/gzip'],
  ['a page', Buffer.from('\ufeff \n<!-- hello --><!DOCTYPE html><script>alert(1)</script>'), 'text/html'],
  ['a page without a head', Buffer.from('<script>alert(1)</script>'), 'text/html'],
  ['a page in UTF-16', Buffer.from('\ufeff<html>', 'utf16le'), 'text/html'],
  [
    'a drawing',
    Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    'image/svg+xml',
  ],
  ['data', Buffer.from('<?xml version="1.0"?><orders/>'), 'application/xml'],
  ['a list', Buffer.from('reference,recipient\n1,Ms Ñandú\n'), 'text/plain'],
  ['text cut inside a character', Buffer.from('naïve').subarray(0, 3), 'text/plain'],
  ['noise', hex('0001020304050607'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
]

test('the type of a file is known by its content', async () => {
  for (const [what, bytes, type] of samples) expect(await sniff(bytes), what).toBe(type)
})
