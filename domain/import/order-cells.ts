import { shippedLanguage, type MessageLanguage } from '../messages/languages.ts'
import { requirementNames, type DeliveryKind, type Parcel, type Requirement, type TimeWindow } from '../schema/order.ts'
import { later } from '../schema/shift.ts'
import { toDayTime } from './cells.ts'

/*
 * Cells of an order that hold more than one value: windows, parcels, requirements, temperatures.
 */

/**
 * Windows such as `09:00-12:00, 14:00-16:00`. One that ends before it begins, such as `22:00-02:00`, ends on the next day, if
 * that is a night and not a slip of the pen.
 */
export function toWindows(text: string): TimeWindow[] | undefined {
  const windows = listOf(text).map(toWindow)
  return windows.every((window) => window !== undefined) ? windows : undefined
}

function toWindow(text: string): TimeWindow | undefined {
  const [from, to, ...more] = text.split(/\s*(?:-|–|—|~|\bto\b|\buntil\b|\bs\/d\b|\bsd\b|\bsampai\b)\s*/i)
  const start = toDayTime(from ?? '')
  const end = toDayTime(to ?? '')
  if (!start || !end || more.length > 0) return undefined
  if (end > start || end >= '24:00') return { start, end }
  const isNight = minutesOf(later(end)) - minutesOf(start) <= longestNight * 60
  return { start, end: isNight ? later(end) : end }
}

/** Hours. A window over midnight that is longer is taken for two times that were mixed up. */
const longestNight = 12

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const kinds: Record<string, DeliveryKind> = {
  delivery: 'delivery',
  deliver: 'delivery',
  drop: 'delivery',
  'drop off': 'delivery',
  pengiriman: 'delivery',
  kirim: 'delivery',
  antar: 'delivery',
  return: 'return',
  pickup: 'return',
  'pick up': 'return',
  collection: 'return',
  collect: 'return',
  retur: 'return',
  jemput: 'return',
  ambil: 'return',
  exchange: 'exchange',
  swap: 'exchange',
  tukar: 'exchange',
  penukaran: 'exchange',
}

/** What is done at the door. */
export const toKind = (text: string): DeliveryKind | undefined => kinds[plain(text)]

const languages: Record<string, MessageLanguage> = {
  english: 'en',
  inggris: 'en',
  indonesian: 'id',
  indonesia: 'id',
  'bahasa indonesia': 'id',
  arabic: 'ar',
  arab: 'ar',
  العربية: 'ar',
}

/** The language of a recipient, by its name or as a tag such as `id-ID`. */
export const toLanguage = (text: string): MessageLanguage | undefined => languages[plain(text)] ?? shippedLanguage(text)

const requirements: Record<string, Requirement> = {
  ...Object.fromEntries(requirementNames.map((name) => [name, name])),
  picture: 'photo',
  foto: 'photo',
  sign: 'signature',
  'tanda tangan': 'signature',
  ttd: 'signature',
  code: 'pin',
  kode: 'pin',
  barcode: 'scan',
  'scan barcode': 'scan',
  qr: 'scan',
  pindai: 'scan',
  'age check': 'age',
  id: 'age',
  ktp: 'age',
  usia: 'age',
  identity: 'identity',
  'identity check': 'identity',
  'id check': 'identity',
  identitas: 'identity',
}

/** What the driver must bring as proof, in words: `photo, signature`. */
export function toRequirements(text: string): Requirement[] | undefined {
  const named = listOf(text).map((word) => requirements[plain(word)])
  return named.every((name) => name !== undefined) ? [...new Set(named)] : undefined
}

export type Temperatures = { temperature_min_c: number | null; temperature_max_c: number | null }

/** A range of temperatures such as `2-8`, `-25 to -18 °C`, `≤ 8` or `> 0`. */
export function toTemperatures(text: string): Temperatures | undefined {
  const bare = text
    .replace(/°?\s*c\b|°/gi, '')
    .replace(/[−–—]/g, '-')
    .replace(/,/g, '.')
    .trim()
  const number = String.raw`([-+]?\d+(?:\.\d+)?)`
  const range = new RegExp(String.raw`^${number}\s*(?:-|to|\.\.\.?|s\/d|sampai)\s*${number}$`, 'i').exec(bare)
  if (range) return { temperature_min_c: Number(range[1]), temperature_max_c: Number(range[2]) }
  const bound = new RegExp(String.raw`^(<|≤|<=|max|>|≥|>=|min)\s*${number}$`, 'i').exec(bare)
  if (!bound) return undefined
  const isMost = /[<≤]|max/i.test(bound[1]!)
  const value = Number(bound[2])
  return { temperature_min_c: isMost ? null : value, temperature_max_c: isMost ? value : null }
}

/** Sides such as `30 x 20 x 10`, in centimeters. */
export function toSize(text: string): Pick<Parcel, 'length_cm' | 'width_cm' | 'height_cm'> | undefined {
  const sides = text
    .toLowerCase()
    .replace(/cm/g, '')
    .split(/\s*[x×*]\s*/)
    .map((side) => Number(side.trim().replace(',', '.')))
  const [length_cm, width_cm, height_cm] = sides
  if (sides.length !== 3 || sides.some((side) => !(side > 0))) return undefined
  return { length_cm: length_cm!, width_cm: width_cm!, height_cm: height_cm! }
}

const rows = {
  front: 'front',
  depan: 'front',
  middle: 'middle',
  tengah: 'middle',
  back: 'back',
  rear: 'back',
  belakang: 'back',
} as const
const sides = { left: 'left', kiri: 'left', right: 'right', kanan: 'right' } as const
const levels = { floor: 'floor', lantai: 'floor', shelf: 'shelf', rak: 'shelf' } as const

/** Where a parcel lies, in words: `back left shelf`. */
export function toPlace(text: string): Parcel['place'] | undefined {
  const words = plain(text).split(' ')
  const find = <V>(names: Record<string, V>) => words.map((word) => names[word]).find((each) => each !== undefined)
  const row = find(rows)
  const isKnown = words.every((word) => word in rows || word in sides || word in levels)
  return row && isKnown ? { row, side: find(sides) ?? null, level: find(levels) ?? null } : undefined
}

const listOf = (text: string) =>
  text
    .split(/[;,|\n]/)
    .map((each) => each.trim())
    .filter(Boolean)

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
