const drawn = new Map<string, string>()

/** Replaces a part of the page if it says something else now. Screen readers hear what changed, and nothing else. */
export function redraw(id: string, markup: string): void {
  const part = document.getElementById(id)
  if (!part || drawn.get(id) === markup) return
  // The server has written the same already.
  const isFirst = !drawn.has(id) && part.childElementCount > 0 && markup !== ''
  if (!isInUse(part)) drawn.set(id, markup)
  if (isFirst || isInUse(part)) return
  const restore = remember(part)
  part.innerHTML = markup
  restore(part)
}

/** Somebody is entering something there, which must not get lost. */
const isInUse = (part: HTMLElement) => part.querySelector('form') !== null && part.contains(document.activeElement)

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What somebody opened and entered in a part and has not sent, to be put into what replaces it. */
function remember(part: HTMLElement): (next: HTMLElement) => void {
  const open = [...part.querySelectorAll('form')].filter(({ parentElement }) => isOpen(parentElement)).map(nameOf)
  const entered = [...part.querySelectorAll<Field>('textarea, select, input')].filter(isEntered)
  return (next) => {
    for (const form of next.querySelectorAll('form')) {
      if (open.includes(nameOf(form))) form.parentElement!.setAttribute('open', '')
    }
    for (const field of entered) {
      const same = next.querySelector<Field>(`form[data-does='${nameOf(field.form!)}'] ${selectorOf(field)}`)
      if (same instanceof HTMLInputElement && same.type === 'radio') same.checked = true
      else if (same) same.value = field.value
    }
  }
}

const nameOf = ({ dataset }: HTMLFormElement) => dataset.does
const isOpen = (element: HTMLElement | null) => element instanceof HTMLDetailsElement && element.open
const selectorOf = ({ name, type, value }: Field) => `[name='${name}']${type === 'radio' ? `[value='${value}']` : ''}`

function isEntered(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const usual = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0]
    return field.selectedOptions[0] !== usual
  }
  return field.type === 'radio' ? (field as HTMLInputElement).checked : field.value !== field.defaultValue
}
