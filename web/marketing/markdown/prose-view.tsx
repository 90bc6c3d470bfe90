import './prose.css'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/**
 * A text that the build made from our own Markdown, in which HTML is not allowed. Links to our pages go through the router,
 * as they do everywhere else.
 */
export function ProseView({ html }: { html: string }) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    const path = ownPath(event)
    if (!path) return
    event.preventDefault()
    void navigate(path)
  }
  // The role says that the box itself is nothing to press: the links in it are, and the keyboard presses those too.
  return <div role="presentation" className="prose" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
}

/** The page that a plain click leads to, unless the browser should handle it by itself. */
function ownPath(event: MouseEvent): string | undefined {
  const hasOtherMeaning = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  const href = event.target instanceof Element && event.target.closest('a')?.getAttribute('href')
  return href && href.startsWith('/') && !hasOtherMeaning && !event.defaultPrevented ? href : undefined
}
