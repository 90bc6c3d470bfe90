import { strFromU8, unzipSync } from 'fflate'
import { WorkbookProblem } from './problem.ts'

/** More than a full import unpacks to. An archive that says more, or lies and has more, is never unpacked. */
const mostUnpackedBytes = 250 * 1024 * 1024

/** Compound files: workbooks of old Excel, and those with a password. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0]

const saveAs = 'Save it as an Excel workbook (.xlsx) or CSV file, and import that.'

/** The names of all parts of a workbook. */
export function partsOf(bytes: Uint8Array): Set<string> {
  if (compoundFile.every((byte, at) => bytes[at] === byte)) throw new WorkbookProblem(whyCompound(bytes))
  const names = new Set<string>()
  unzip(bytes, ({ name }) => {
    names.add(name)
    return false
  })
  const other = whyOther(names, bytes)
  if (other) throw new WorkbookProblem(other)
  return names
}

/** Unpacks these parts, up to a limit for all of them together. */
export function unpack(bytes: Uint8Array, wanted: readonly string[]): Map<string, Uint8Array> {
  let left = mostUnpackedBytes
  const parts = unzip(bytes, ({ name, originalSize }) => {
    if (!wanted.includes(name)) return false
    // fflate writes no more than this many bytes, whatever the archive contains.
    left -= originalSize
    if (left < 0) throw new WorkbookProblem('The file unpacks to more than 250 MB. Split it into smaller ones.')
    return true
  })
  return new Map(Object.entries(parts))
}

function unzip(bytes: Uint8Array, filter: (file: { name: string; originalSize: number }) => boolean) {
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    if (error instanceof WorkbookProblem) throw error
    throw new WorkbookProblem('The file is damaged: it could not be unpacked. Save it again, and choose that file.')
  }
}

/** Names in compound files are in UTF-16. */
const isNamed = (bytes: Uint8Array, name: string) => {
  const wanted = [...name].flatMap((letter) => [letter.charCodeAt(0), 0])
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return true
  }
  return false
}

function whyCompound(bytes: Uint8Array): string {
  return isNamed(bytes, 'EncryptedPackage')
    ? 'The file has a password. Remove it in Excel (File, Info, Protect Workbook), save the file, and import that.'
    : `Files of old Excel (.xls) cannot be read. Open it in Excel. ${saveAs}`
}

/** What else may be in an archive, and what to do about it. */
function whyOther(names: Set<string>, bytes: Uint8Array): string | undefined {
  if (names.has('xl/workbook.xml')) return undefined
  if (names.has('xl/workbook.bin')) return `Binary workbooks (.xlsb) cannot be read. Open it in Excel. ${saveAs}`
  if (names.has('mimetype')) {
    const type = strFromU8(unpack(bytes, ['mimetype']).get('mimetype') ?? new Uint8Array())
    if (type.includes('opendocument'))
      return `OpenDocument files (.ods) cannot be read. Open it in its program. ${saveAs}`
  }
  const all = [...names]
  if (all.some((name) => name.startsWith('Index/') || name === 'Index.zip')) {
    return 'Files of Numbers and Pages cannot be read. Open it there, choose Export To, Excel or CSV, and import that.'
  }
  if (all.some((name) => name.startsWith('word/') || name.startsWith('ppt/'))) {
    return 'This is a document, not a workbook. Copy its table into a spreadsheet, and import that.'
  }
  return `This is not an Excel workbook. Open it in your spreadsheet. ${saveAs}`
}
