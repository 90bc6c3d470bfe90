import type { TrackingSlot } from '#domain/schema/tracking.ts'
import { html } from '#domain/tracking/page/html.ts'
import type { Words } from '#domain/tracking/page/words.ts'
import { ask } from './sync/api.ts'

/**
 * Fills the form with the windows that can be kept: the day, and the times of that day. Whether there are any.
 * @throws Refused, LinkEnded, TypeError without a connection
 */
export async function openSlots(form: HTMLFormElement, token: string, words: Words): Promise<boolean> {
  const { data } = await ask<{ data: TrackingSlot[] }>(`/v1/tracking/${token}/slots`, { method: 'GET' })
  const place = placeOf(form)
  place.hidden = data.length === 0
  if (!data.length) return false
  const days = Map.groupBy(data, ({ day }) => day)
  place.innerHTML = html`<label
      >${words.say('slot.day')}
      <select name="day">
        ${[...days.keys()].map((day) => html`<option value="${day}">${words.day(day)}</option>`)}
      </select></label
    >
    <fieldset class="times"></fieldset>`.text
  const select = place.querySelector('select')!
  const draw = () => (place.querySelector('fieldset')!.innerHTML = timesOf(days.get(select.value)!, words))
  select.addEventListener('change', draw)
  draw()
  return true
}

function timesOf(slots: TrackingSlot[], words: Words): string {
  return html`<legend>${words.say('slot.time')}</legend>
    ${slots.map(
      ({ start, end, is_near: isNear }) =>
        html`<label
          ><input type="radio" name="time" value="${start} ${end}" required />
          <span>${rangeIn(words, start, end)}${isNear && html`<small>${words.say('slot.near')}</small>`}</span></label
        >`,
    )}`.text
}

const rangeIn = ({ say, timeOfDay }: Words, start: string, end: string) =>
  say('slot.range', { from: timeOfDay(start), until: timeOfDay(end) })

const placeOf = (form: HTMLFormElement) => form.querySelector<HTMLElement>('.slots')!

/** Whether times are there to choose from. */
export const hasSlots = (form: HTMLFormElement): boolean => placeOf(form).childElementCount > 0

export function closeSlots(form: HTMLFormElement): void {
  placeOf(form).replaceChildren()
  placeOf(form).hidden = true
}

/** The window that was chosen, and what is said of it. */
export function chosenSlot(form: HTMLFormElement, words: Words) {
  const fields = new FormData(form)
  const day = String(fields.get('day'))
  const [start, end] = String(fields.get('time')).split(' ') as [string, string]
  return {
    body: { day, start, end },
    said: words.say('slot.done', { day: words.day(day), range: rangeIn(words, start, end) }),
  }
}
