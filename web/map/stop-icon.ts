import type { MapStop } from './map-types.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text made safe to stand inside HTML; labels and titles come from imported files. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character])
}

/** The classes of a stop's mark. */
export function stopClasses(stop: Pick<MapStop, 'muted' | 'label'>, isSelected: boolean): string {
  const classes = ['karta-stop']
  if (isSelected) classes.push('karta-stop-selected')
  else if (stop.muted) classes.push('karta-stop-muted')
  if (stop.label.length > 2) classes.push('karta-stop-long')
  return classes.join(' ')
}

/** Side of the mark's square in pixels. */
export function stopSize(stop: Pick<MapStop, 'muted'>, isSelected: boolean): number {
  if (isSelected) return 34
  return stop.muted ? 14 : 26
}
