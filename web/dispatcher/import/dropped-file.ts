/* A file that was dropped on a page, on its way to the import that opens for it. */

let dropped: File | undefined

export function offerFile(file: File): void {
  dropped = file
}

/** The file, once. */
export function takeFile(): File | undefined {
  const file = dropped
  dropped = undefined
  return file
}
