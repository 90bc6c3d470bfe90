type Page<Item> = { data: Item[]; next_cursor: string | null }

/** Reads a list page by page to its end. */
export async function everyPage<Item>(read: (cursor: string | undefined) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    items.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return items
}
