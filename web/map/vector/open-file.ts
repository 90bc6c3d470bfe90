import { escapeHtml } from '#domain/escape-html.ts'
import { drawArchive, openArchive, type VectorMap } from './vector-map.ts'

/** The operator's own file, in the layout of Protomaps's maps. */
export async function openFile(url: string): Promise<VectorMap> {
  const opened = await openArchive(new URL(url, location.href).href)
  const metadata = (await opened.archive.getMetadata()) as { attribution?: unknown } | undefined
  const said = typeof metadata?.attribution === 'string' ? plainText(metadata.attribution) : ''
  return {
    credits: escapeHtml(said || '© OpenStreetMap contributors'),
    draw: (map, onLost) => drawArchive(map, opened, { flavor: isDark(map.getContainer()) ? 'dark' : 'light' }, onLost),
  }
}

/** Files bring their credits as HTML. */
const plainText = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent?.replace(/\s+/g, ' ').trim() ?? ''

/** Whether the theme in use is dark, by the color of text: the system may decide it. */
function isDark(element: Element): boolean {
  const pen = document.createElement('canvas').getContext('2d')!
  pen.fillStyle = getComputedStyle(element).getPropertyValue('--base-name')
  return Number.parseInt(pen.fillStyle.slice(1, 3), 16) > 128
}
