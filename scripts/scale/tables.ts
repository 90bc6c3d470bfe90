import type { Units } from '../measure/units.ts'
import { reasons, type Assumptions } from './assumptions.ts'
import { reckon, round } from './model.ts'

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const dollars = (value: number) => `$${round(Math.round(value))}`

/** The tables of docs/scale.md, by the names of their places. */
export function scaleTables(units: Units, given: Assumptions): Record<string, string> {
  const model = reckon(units, given)
  const { loads, processors, kept, bandwidth, limits, costs, cells, serversPerCell, sockets } = model
  const total = costs.reduce((sum, cost) => sum + cost.dollars, 0)
  const texts = costs.find(({ what }) => what === 'texts')!.dollars
  const perDelivery = (value: number) => `$${(value / (given.deliveriesPerDay * given.daysPerMonth)).toFixed(5)}`
  return {
    answer: [
      `- **${cells} cells**, each with a PostgreSQL of ${given.databaseProcessors} processors and its standby, ${serversPerCell} servers, NATS and a balancer.`,
      `- **${limits[0]!.what}** breaks first: one cell has room for ${round((100 * 1) / limits[0]!.cells)} % of it.`,
      `- **${dollars(total - texts)} a month** without texts, ${perDelivery(total - texts)} a delivery; texts are ${dollars(texts)} more.`,
    ].join('\n'),
    load: table(
      ['In the busiest hour', 'A second', 'Processors of servers', 'Processors of PostgreSQL'],
      [
        ...loads.map(({ what, perSecond, server, postgres }) => [
          what,
          round(perSecond),
          server.toFixed(1),
          postgres.toFixed(1),
        ]),
        ['**most at a time**', '', `**${processors.server.toFixed(1)}**`, `**${processors.postgres.toFixed(1)}**`],
      ],
    ),
    limits: table(
      ['What a cell has only so much of', 'Needed', 'One cell has', 'Cells'],
      limits.map(({ what, needed, perCell, unit, cells: count }) => [
        what,
        `${round(needed)} ${unit}`,
        `${round(perCell)} ${unit}`,
        count.toFixed(2),
      ]),
    ),
    disks: table(
      ['What is kept', 'How much', 'Where'],
      [
        [
          `positions of ${given.keepPositionsDays} days, ${round(kept.rowsPerDay / 1e6)} million a day`,
          `${round(kept.positions)} GB`,
          'PostgreSQL',
        ],
        [
          `deliveries of ${given.keepDeliveriesDays} days, with all about them`,
          `${round(kept.deliveries)} GB`,
          'PostgreSQL',
        ],
        [`photos of ${given.keepPhotosDays} days`, `${round(kept.photos)} GB`, 'object store'],
        [`memory of ${round(sockets)} sockets`, `${round((sockets * given.kilobytesPerSocket) / 1e6)} GB`, 'servers'],
      ],
    ),
    bandwidth: table(
      ['Bandwidth in the busiest hour', 'Mbit/s'],
      bandwidth.map(({ what, megabits }) => [what, round(megabits)]),
    ),
    costs: table(
      ['A month', 'What', 'Price'],
      [
        ...costs.map(({ what, how, dollars: price }) => [what, how, dollars(price)]),
        ['**in all**', `${perDelivery(total)} a delivery`, `**${dollars(total)}**`],
      ],
    ),
    units: table(
      ['What one took', 'Figure', 'Measured by', 'On'],
      Object.entries(units).map(([name, { value, command, machine, date }]) => [
        name,
        String(value),
        `\`${command}\``,
        `${date}, ${machine}`,
      ]),
    ),
    assumptions: table(
      ['Name', 'Value', 'Why'],
      Object.entries(given).map(([name, value]) => [`\`${name}\``, String(value), reasons[name as keyof Assumptions]]),
    ),
  }
}

const place = (name: string) => new RegExp(`<!-- ${name} -->\\n[^]*?<!-- end of ${name} -->`)

/** The page with its tables between their marks. */
export function fillPage(page: string, tables: Record<string, string>): string {
  return Object.entries(tables).reduce((text, [name, content]) => {
    if (!place(name).test(text)) throw new Error(`docs/scale.md has no place for ${name}.`)
    return text.replace(place(name), () => `<!-- ${name} -->\n\n${content}\n\n<!-- end of ${name} -->`)
  }, page)
}

/** The same text, however tables are padded: the formatter of documents does that. */
export const unpadded = (page: string): string =>
  page
    .split('\n')
    .map((line) =>
      line.startsWith('|') ? line.replaceAll(/ *\| */g, '|').replaceAll(/-{3,}/g, '---') : line.trimEnd(),
    )
    .join('\n')
