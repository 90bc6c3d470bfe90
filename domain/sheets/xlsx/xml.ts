import { Parser } from 'saxen'
import { WorkbookProblem } from './problem.ts'

type Attributes = () => Record<string, string>
type Handlers = {
  open?: (name: string, attributes: Attributes) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

const pieceBytes = 1 << 20

/** Elements may have a prefix, and mean the same. */
const bare = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Reads a part of a workbook piece by piece, so that its text is never in memory as a whole.
 * @throws WorkbookProblem if it is not XML
 */
export function readXml(bytes: Uint8Array | undefined, { open, close, text }: Handlers): void {
  if (!bytes) return
  const parser = new Parser()
  parser.on('openTag', (name, attributes, decode) =>
    open?.(bare(name), () =>
      Object.fromEntries(Object.entries(attributes()).map(([key, value]) => [bare(key), decode(value)])),
    ),
  )
  parser.on('closeTag', (name) => close?.(bare(name)))
  parser.on('text', (part, decode) => text?.(decode(part)))
  parser.on('cdata', (part) => text?.(part))
  parser.on('error', () => {
    throw new WorkbookProblem('The file is damaged: a part of it breaks off. Save it again, and choose that file.')
  })
  const decoder = new TextDecoder(encodingOf(bytes))
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    parser.write(decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true }))
  }
  parser.end()
}

const encodingOf = ([one, two]: Uint8Array) =>
  one === 0xff && two === 0xfe ? 'utf-16le' : one === 0xfe && two === 0xff ? 'utf-16be' : 'utf-8'
