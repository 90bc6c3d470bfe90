/** The key of the table row that a shortcut is about: the one with the focus, otherwise the one under the pointer. */
export function rowAtHand(): string | undefined {
  const row =
    document.activeElement?.closest<HTMLElement>('[role=row][data-key]') ??
    document.querySelector<HTMLElement>('[role=row][data-key][data-hovered]')
  return row?.dataset.key
}
