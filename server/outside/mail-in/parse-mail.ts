import { createHash } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { mostFiles } from '#domain/schema/mail-in.ts'
import { readBytes } from '#domain/sheets/read-bytes.ts'
import { SheetProblem, type RawSheet } from '#domain/sheets/sheet.ts'

/** An attached file, with its rows or why it has none. */
export type AttachedFile = { name: string; hash: string } & ({ sheet: RawSheet } | { problem: string })

export type ParsedMail = {
  /** Its Message-ID, or a hash of all of it. */
  id: string
  sender: string
  subject: string
  /** Whatever says to whom it went. */
  recipients: string
  /** A program sent it, and nobody reads an answer. */
  isAutomatic: boolean
  files: AttachedFile[]
}

const whereTo = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc']
const sheetName = /\.(csv|tsv|txt|xlsx|xlsm|xlsb|xls|ods|numbers)$/i
const sheetType =
  /^(text\/(csv|tab-separated-values)|application\/(vnd\.openxmlformats-officedocument\.spreadsheetml|vnd\.ms-excel))/i

/** Reads a mail and the rows of the files that are attached. It takes seconds for large ones, so call it in a thread. */
export async function parseMail(source: Uint8Array): Promise<ParsedMail> {
  const mail = await PostalMime.parse(source, { attachmentEncoding: 'arraybuffer', maxNestingDepth: 50 })
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  return {
    id: plain(mail.messageId ?? '', 500) || hashOf(source),
    sender: plain(mail.from?.address ?? '', 254).toLowerCase(),
    subject: plain(mail.subject ?? '', 200),
    recipients: mail.headers
      .flatMap(({ key, value }) => (whereTo.includes(key) ? value : []))
      .join('\n')
      .toLowerCase(),
    isAutomatic:
      !/^(no)?$/i.test(header('auto-submitted').trim()) || /^(bulk|list|junk)$/i.test(header('precedence').trim()),
    files: filesOf(mail),
  }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** One line of text that can be stored. */
const plain = (text: string, most: number) =>
  text
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .toWellFormed()
    .trim()
    .slice(0, most)

function filesOf({ attachments }: Email): AttachedFile[] {
  const sheets = attachments.filter(
    ({ filename, mimeType }) => sheetName.test(filename ?? '') || sheetType.test(mimeType),
  )
  return sheets.slice(0, mostFiles).map(({ filename, content }) => {
    const bytes = new Uint8Array(content as ArrayBuffer)
    const file = { name: plain(filename ?? '', 200) || 'Attached file', hash: hashOf(bytes) }
    try {
      return { ...file, sheet: readBytes(file.name, bytes) }
    } catch (error) {
      if (error instanceof SheetProblem) return { ...file, problem: error.message }
      throw error
    }
  })
}
