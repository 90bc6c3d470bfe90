import { useState, type KeyboardEvent } from 'react'
import { suggestionsFor, type Suggestion } from './suggestions.ts'

/**
 * The suggestions below an address field. The list opens when the typed text matches, and closes when the visitor chooses
 * one, presses Escape or leaves the field.
 */
export function useSuggestions(address: string, onChoose: (suggestion: Suggestion) => void) {
  const [isAsked, setAsked] = useState(false)
  const [active, setActive] = useState(-1)
  const suggestions = suggestionsFor(address)
  const isOpen = isAsked && suggestions.length > 0
  const close = () => {
    setAsked(false)
    setActive(-1)
  }
  const choose = (suggestion: Suggestion) => {
    close()
    onChoose(suggestion)
  }
  const open = () => {
    setAsked(true)
    setActive(-1)
  }
  const step = (by: number) => {
    setAsked(true)
    if (suggestions.length > 0) setActive((active + by + suggestions.length) % suggestions.length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Ignore keys that are part of an IME composition.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(active < 0 ? 0 : -1)
    else if (event.key === 'Enter' && isOpen && suggestions[active]) choose(suggestions[active])
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }
  return { suggestions, isOpen, active, open, close, choose, onKeyDown }
}
