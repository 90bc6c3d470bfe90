/** The form is longer than the screen. Scrolls to the first problem. */
export function focusFirstProblem(): void {
  const fields =
    '#record-form [data-invalid] :is(input, textarea, button, [role=spinbutton]), #record-form [aria-invalid=true]'
  document.querySelector<HTMLElement>(fields)?.focus()
}
