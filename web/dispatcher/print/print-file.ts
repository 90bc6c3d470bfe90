import { toast } from '#web/ui/toast.tsx'

/** Long enough for a tab to load it. */
const keptMs = 600_000

/**
 * Opens a PDF in a tab of its own, where it can be looked at and printed. The tab is opened at once, because browsers let
 * pages open none later.
 */
export async function printFile(name: string, read: () => Promise<Blob>): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const url = URL.createObjectURL(await read())
    setTimeout(() => URL.revokeObjectURL(url), keptMs)
    if (tab && !tab.closed) tab.location.href = url
    else save(name, url)
  } catch (error) {
    tab?.close()
    toast({ title: 'The PDF could not be made', description: (error as Error).message, tone: 'error' })
  }
}

/** Where tabs are blocked. */
function save(name: string, url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
