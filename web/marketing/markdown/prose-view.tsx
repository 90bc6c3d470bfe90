import './prose.css'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/** Renders HTML that the build made from our own Markdown, where raw HTML is escaped. Internal links use the router. */
export function ProseView({ html }: { html: string }) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    const path = ownPath(event)
    if (!path) return
    event.preventDefault()
    void navigate(path)
  }
  // The box itself isn’t interactive; its links are. Pressing Enter on a link also triggers this handler.
  return <div role="presentation" className="prose" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
}

/** The internal path a plain click leads to, or undefined if the browser should handle the click. */
function ownPath(event: MouseEvent): string | undefined {
  const hasOtherMeaning = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  const href = event.target instanceof Element && event.target.closest('a')?.getAttribute('href')
  return href && href.startsWith('/') && !hasOtherMeaning && !event.defaultPrevented ? href : undefined
}
