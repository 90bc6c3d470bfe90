import type { Tracking } from '../../schema/tracking.ts'
import { html, type Html } from './html.ts'
import type { Words } from './words.ts'

/** A form, hidden until the script that sends it is there. `id` names what it does. */
const form = (id: string, fields: Html, button: string): Html =>
  html`<form data-does="${id}" hidden>
    ${fields}
    <button>${button}</button>
    <p role="status" class="said"></p>
  </form>`

/** A form that opens when somebody wants it: most people only want to know when it comes. */
const folded = (title: string, content: Html, isOpen = false): Html =>
  html`<details class="card" ${isOpen && html`open`} hidden>
    <summary><h2>${title}</h2></summary>
    ${content}
  </details>`

/** What the recipient may change, as forms. Each belongs to a state, and is drawn again only when that changes. */
export function formsSection(tracking: Tracking, words: Words): Html {
  const { choices, may_retry: mayRetry, is_window_fixed: isFixed } = tracking
  const hasWindows = choices.includes('window')
  const { say } = words
  const mayWish = choices.some((each) => each === 'note' || each === 'leave' || each === 'receiver')
  const again = say(mayRetry ? 'slot.again' : 'slot.title')
  return html`${
    hasWindows && folded(again, form('window', html`<div class="slots" hidden></div>`, say('slot.open')), mayRetry)
  }
  ${
    mayRetry &&
    html`<div class="card" hidden>${form('retry', html``, say(hasWindows ? 'retry.any' : 'retry.button'))}</div>`
  }
  ${isFixed && html`<p class="fine">${say('slot.late')}</p>`}
  ${mayWish && folded(say('wish.title'), form('wishes', wishFields(tracking, words), say('wish.save')))}
  ${
    choices.includes('pin') &&
    tracking.location &&
    folded(
      say('pin.title'),
      form(
        'pin',
        html`<p>${say('pin.hint')}</p>
          <div class="karta-map pin-map"></div>`,
        say('pin.save'),
      ),
    )
  }
  ${
    choices.includes('message') &&
    folded(say('message.title'), form('message', area('text', say('message.label'), 1000, ''), say('message.send')))
  }`
}

function wishFields({ wishes, choices }: Tracking, { say }: Words): Html {
  const {
    note,
    leave,
    leave_where: where,
    receiver,
  } = wishes ?? { note: null, leave: null, leave_where: null, receiver: null }
  const option = (value: string, label: string) =>
    html`<option value="${value}" ${(leave ?? '') === value && html`selected`}>${label}</option>`
  return html`${choices.includes('note') && area('note', say('wish.note'), 300, note ?? '')}
  ${
    choices.includes('leave') &&
    html`<label
        >${say('wish.leave')}
        <select name="leave">
          ${option('', say('wish.leaveNot'))} ${option('neighbor', say('wish.neighbor'))}
          ${option('place', say('wish.place'))}
        </select></label
      >
      ${line('leave_where', say('wish.where'), 120, where ?? '')}`
  }
  ${choices.includes('receiver') && line('receiver', say('wish.receiver'), 100, receiver ?? '')}`
}

const line = (name: string, label: string, most: number, value: string) =>
  html`<label
    >${label} <input name="${name}" maxlength="${most}" value="${value}" dir="auto" autocomplete="off"
  /></label>`

const area = (name: string, label: string, most: number, value: string) =>
  html`<label>${label} <textarea name="${name}" maxlength="${most}" rows="3" dir="auto">${value}</textarea></label>`

/** Stars to give, or the ones that were given. */
export function ratingSection({ asks_rating: isAsked, rating }: Tracking, { say }: Words): Html {
  if (rating) {
    return html`<section class="card">
      <h2>${say('rating.title')}</h2>
      <p class="given" aria-hidden="true">${'★'.repeat(rating.stars)}${'☆'.repeat(5 - rating.stars)}</p>
      <p>${say('rating.thanks', { count: rating.stars })}</p>
    </section>`
  }
  if (!isAsked) return html``
  const stars = [1, 2, 3, 4, 5].map(
    (count) =>
      html`<label class="star"
        ><input
          type="radio"
          name="stars"
          value="${count}"
          required
          aria-label="${say('rating.stars', { count })}"
        /><span aria-hidden="true">★</span></label
      >`,
  )
  const fields = html`<fieldset class="stars">
      <legend class="hidden">${say('rating.title')}</legend>
      ${stars}
    </fieldset>
    ${area('comment', say('rating.comment'), 500, '')}`
  return html`<section class="card" hidden>
    <h2>${say('rating.title')}</h2>
    ${form('rating', fields, say('rating.send'))}
  </section>`
}
