import type pg from 'pg'

export type Client = Pick<pg.ClientBase, 'query' | 'getTransactionStatus'>
export type Asked = { text: string; values: readonly unknown[] }

type Node = {
  'Node Type': string
  'Join Type'?: string
  'Relation Name'?: string
  'Function Name'?: string
  'CTE Name'?: string
  'Index Name'?: string
  'Plan Rows': number
  Plans?: Node[]
}

const patienceMs = 1000

/**
 * How PostgreSQL would find what a statement reads: the shape of its plan, without conditions, since these hold values. The
 * statement is not run. It is planned on the connection that ran it, and in its transaction if that is open, so that the same
 * rows are visible and the same policies apply. Undefined if there is no answer within a second.
 */
export async function planOf(client: Client, { text, values }: Asked): Promise<string | undefined> {
  const status = client.getTransactionStatus()
  if (status !== 'T' && status !== 'I') return undefined
  // A failure may not take the caller's transaction along, and the time limit ends with the savepoint.
  if (status === 'T') await client.query(`savepoint karta_plan; set local statement_timeout = ${patienceMs}`)
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>({
      text: `explain (format json) ${text}`,
      values: [...values],
    })
    return shapeOf(rows[0]!['QUERY PLAN'][0].Plan)
  } catch {
    return undefined
  } finally {
    if (status === 'T') await client.query('rollback to savepoint karta_plan; release savepoint karta_plan')
  }
}

/** `Nested Loop (Index Scan stops by stops_route ~12, Seq Scan deliveries ~4000) ~12`, with the rows that are expected. */
export function shapeOf(node: Node): string {
  const join = node['Join Type'] && node['Join Type'] !== 'Inner' ? ` ${node['Join Type']}` : ''
  const from = node['Relation Name'] ?? node['Function Name'] ?? node['CTE Name']
  const index = node['Index Name'] ? ` by ${node['Index Name']}` : ''
  const inner = node.Plans?.length ? ` (${node.Plans.map(shapeOf).join(', ')})` : ''
  return `${node['Node Type']}${join}${from ? ` ${from}` : ''}${index}${inner} ~${node['Plan Rows']}`
}
