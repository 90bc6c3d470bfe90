import type { Tracking } from '#domain/schema/tracking.ts'
import type { Words } from '#domain/tracking/page/words.ts'
import { ask, Refused } from './sync/api.ts'
import type { PinMap } from './pin-map.ts'
import { chosenSlot, closeSlots, hasSlots, openSlots } from './slots.ts'
import { whyNot } from './why-not.ts'

type Sent = { method: string; path: string; body?: object; said: string }
type Context = { token: string; words: Words; now: () => Tracking; show: (tracking: Tracking) => void }

const pins = new WeakMap<HTMLFormElement, PinMap>()

/** What each form sends, by what it does. */
const sends: Record<string, (form: HTMLFormElement, words: Words) => Sent> = {
  wishes: (form, { say }) => ({ method: 'PATCH', path: 'preferences', body: wishesIn(form), said: say('wish.saved') }),
  message: (form, { say }) => ({
    method: 'POST',
    path: 'messages',
    body: { text: textOf(form, 'text') },
    said: say('message.sent'),
  }),
  window: (form, words) => ({ method: 'POST', path: 'slot', ...chosenSlot(form, words) }),
  retry: (_, { say }) => ({ method: 'POST', path: 'attempts', said: say('retry.done') }),
  rating: (form) => ({
    method: 'POST',
    path: 'rating',
    body: { stars: Number(textOf(form, 'stars')), comment: textOf(form, 'comment') || null },
    said: '',
  }),
  pin: (form, { say }) => ({
    method: 'PATCH',
    path: 'preferences',
    body: { location: pins.get(form)!.place() },
    said: say('pin.saved'),
  }),
}

/** Shows the forms, which need this script, and sends what people enter. */
export function useForms(main: HTMLElement, context: Context): void {
  main.addEventListener('submit', (event) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    if (form.dataset.does === 'pin' && !pins.has(form)) void openPin(form, context)
    else if (form.dataset.does === 'window' && !hasSlots(form))
      void findSlots(form, context).then(() => form.querySelector('select')?.focus())
    else void send(form, context)
  })
  // It does not bubble.
  main.addEventListener('toggle', (event) => load(event.target as HTMLDetailsElement, context), { capture: true })
}

/** Loads what a part needs once it is opened, unless it still says what became of the last try. */
function load(part: HTMLDetailsElement, context: Context): void {
  const form = part.querySelector('form')!
  if (!part.open || form.querySelector('.said')!.textContent) return
  if (form.dataset.does === 'pin') void openPin(form, context)
  if (form.dataset.does === 'window' && !hasSlots(form)) void findSlots(form, context)
}

/** Forms are written hidden. */
export function unhideForms(main: HTMLElement): void {
  for (const form of main.querySelectorAll<HTMLElement>('form[data-does]')) {
    form.hidden = false
    form.parentElement!.hidden = false
  }
}

async function send(form: HTMLFormElement, { token, words, show }: Context): Promise<void> {
  const { method, path, body, said } = sends[form.dataset.does!]!(form, words)
  const button = form.querySelector('button')!
  const { does } = form.dataset
  if (does === 'message' && !textOf(form, 'text')) return
  button.disabled = true
  try {
    const tracking = await ask<Tracking>(`/v1/tracking/${token}/${path}`, { method, ...(body && { body }) })
    if (does === 'message') form.reset()
    if (does === 'window') foldSlots(form, words)
    const part = form.closest<HTMLElement>('main > div')!
    show(tracking)
    goOn(part, does!, said)
  } catch (error) {
    // What is left now, without the time that is gone.
    if (does === 'window' && error instanceof Refused) foldSlots(form, words)
    form.querySelector('.said')!.textContent = whyNot(error, words)
    button.disabled = false
    button.focus()
  }
}

/** Says that it worked, in what was drawn again, and leaves the keyboard there. */
function goOn(part: HTMLElement, does: string, said: string): void {
  const form = part.querySelector(`form[data-does='${does}']`)
  if (!form) {
    part.tabIndex = -1
    return part.focus()
  }
  const button = form.querySelector('button')!
  form.querySelector('.said')!.textContent = said
  button.disabled = false
  button.focus()
}

async function findSlots(form: HTMLFormElement, { token, words }: Context): Promise<void> {
  const { say } = words
  const [status, button] = [form.querySelector<HTMLElement>('.said')!, form.querySelector('button')!]
  button.disabled = true
  status.textContent = say('slot.loading')
  try {
    const isAny = await openSlots(form, token, words)
    status.textContent = isAny ? '' : say('slot.none')
    if (isAny) button.textContent = say('slot.choose')
  } catch (error) {
    status.textContent = areNone(error) ? say('slot.none') : whyNot(error, words)
  }
  button.disabled = false
}

/** Nobody brings it there, or nothing that is this large, so that there is no window either. */
const areNone = (error: unknown) =>
  error instanceof Refused && ['slot_outside', 'slot_too_large', 'no_depot'].includes(error.code)

function foldSlots(form: HTMLFormElement, { say }: Words): void {
  closeSlots(form)
  form.querySelector('button')!.textContent = say('slot.open')
}

async function openPin(form: HTMLFormElement, { words, now }: Context): Promise<void> {
  const { location } = now()
  if (!location || pins.has(form)) return
  const status = form.querySelector<HTMLElement>('.said')!
  try {
    const { openPinMap } = await import('./pin-map.ts')
    if (!pins.has(form))
      pins.set(
        form,
        openPinMap(form.querySelector<HTMLElement>('.pin-map')!, location, { hint: words.say('pin.hint') }),
      )
    status.textContent = ''
  } catch {
    status.textContent = words.say('form.offline')
  }
}

const textOf = (form: HTMLFormElement, name: string): string => String(new FormData(form).get(name) ?? '').trim()

/** Only the fields that are there may be changed. */
function wishesIn(form: HTMLFormElement): object {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value).trim() || null])
  const wishes = Object.fromEntries(entries) as Record<string, string | null>
  if ('leave' in wishes && !wishes.leave) wishes.leave_where = null
  return wishes
}
