/** `What it costs, and why` → `what-it-costs-and-why` */
function slugOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
  const words = plain.replace(/['’]/g, '').match(/[\p{Letter}\p{Number}]+/gu) ?? []
  return words.join('-') || 'part'
}

/** Makes IDs that are unique within a page: the second `Costs` becomes `costs-2`. */
export function makeHeadingIds(): (title: string) => string {
  const taken = new Set<string>()
  return (title) => {
    const slug = slugOf(title)
    let id = slug
    for (let count = 2; taken.has(id); count++) id = `${slug}-${count}`
    taken.add(id)
    return id
  }
}
