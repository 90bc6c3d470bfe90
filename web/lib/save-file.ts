/**
 * Downloads a file. CSV gets the byte order mark that Excel needs to recognize UTF-8; other formats must not have it.
 */
export function saveFile(name: string, content: string, type: string): void {
  const mark = type === 'text/csv' ? '\ufeff' : ''
  download(name, new Blob([mark, content], { type: `${type};charset=utf-8` }))
}

function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Downloads a file that was made piece by piece. */
export function saveParts(name: string, parts: BlobPart[], type: string): void {
  download(name, new Blob(parts, { type }))
}
