const gliding = new WeakMap<Element, KeyframeEffect>()

/**
 * Moves an element by a paused animation. By its style, the browser would sort all layers of the page anew for each move, which
 * takes most of a frame beside a thousand markers; animations move a layer alone. The element needs `will-change: transform`.
 */
export function glide(element: HTMLElement, transform: string): void {
  const keyframes = [{ transform }, { transform }]
  const known = gliding.get(element)
  if (known) return known.setKeyframes(keyframes)
  const animation = element.animate(keyframes, { duration: 1000, fill: 'both' })
  animation.pause()
  gliding.set(element, animation.effect as KeyframeEffect)
}
