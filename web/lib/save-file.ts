/** Gives the person a file to keep. A table gets the mark by which Excel knows UTF-8; other readers stumble over it. */
export function saveFile(name: string, content: string, type: string): void {
  const mark = type === 'text/csv' ? '\ufeff' : ''
  const url = URL.createObjectURL(new Blob([mark, content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
