/** Gives the person a file to keep. Text gets the mark by which Excel knows UTF-8. */
export function saveFile(name: string, content: string, type: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
