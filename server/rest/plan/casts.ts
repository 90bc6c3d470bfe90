import { RestError } from '../protocol/errors.ts'

/** What a selected value may be cast to. */
const types = [
  'text',
  'int',
  'int2',
  'int4',
  'int8',
  'integer',
  'smallint',
  'bigint',
  'numeric',
  'decimal',
  'real',
  'float4',
  'float8',
  'double precision',
  'bool',
  'boolean',
  'date',
  'time',
  'timetz',
  'timestamp',
  'timestamptz',
  'interval',
  'uuid',
  'json',
  'jsonb',
]

/** @throws RestError 42704 */
export function castType(name: string): string {
  const known = types.find((type) => type === name.toLowerCase())
  if (known !== undefined) return known
  throw new RestError('42704', `type "${name}" does not exist`, { hint: `Cast to one of ${types.join(', ')}.` })
}
