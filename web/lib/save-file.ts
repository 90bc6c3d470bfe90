/**
 * Downloads a file. CSV gets the byte order mark that Excel needs to recognize UTF-8; other formats must not have it.
 */
export function saveFile(name: string, content: string, type: string): void {
  const mark = type === 'text/csv' ? '\ufeff' : ''
  const url = URL.createObjectURL(new Blob([mark, content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
