import { tooMuch } from '../protocol/errors.ts'
import { readField, readName, readPath, type Field } from './names.ts'
import { readElement, readOperation, type Operation } from './operation.ts'
import { Scanner } from './scanner.ts'

export type Filter = { kind: 'filter'; field: Field; isNegated: boolean; operation: Operation }
export type Logic = { kind: 'logic'; isNegated: boolean; operator: 'and' | 'or'; conditions: Condition[] }
export type Condition = Filter | Logic

/** A condition, and the embedded resource that it is about: none for the rows themselves. */
export type Placed = { path: string[]; condition: Condition }

const mostNesting = 10

/** `name=operator.value` */
export function parseFilter(name: string, value: string): Placed {
  const key = new Scanner(name, 'tree path')
  const { path, field } = readPath(key)
  key.expectEnd()
  const scanner = new Scanner(value, 'filter')
  const operation = readOperation(scanner, (rest) => rest.rest())
  scanner.expectEnd()
  return { path, condition: { kind: 'filter', field, ...operation } }
}

/** `or=(…)`, `not.and=(…)`, `embedded.or=(…)` */
export function parseLogic(name: string, value: string): Placed {
  const key = new Scanner(name, 'logic path')
  const names = [readName(key)]
  while (key.takes('.')) names.push(readName(key))
  key.expectEnd()
  const scanner = new Scanner(value, 'logic tree')
  const conditions = readConditions(scanner, 1)
  scanner.expectEnd()
  const operator = names.pop() as 'and' | 'or'
  return {
    path: names.filter((each) => each !== 'not'),
    condition: { kind: 'logic', isNegated: names.includes('not'), operator, conditions },
  }
}

function readConditions(scanner: Scanner, depth: number): Condition[] {
  if (depth > mostNesting) throw tooMuch(`logic operators more than ${mostNesting} deep`)
  skipSpace(scanner)
  scanner.expect('(')
  const conditions = [readCondition(scanner, depth)]
  for (skipSpace(scanner); scanner.takes(','); skipSpace(scanner)) conditions.push(readCondition(scanner, depth))
  scanner.expect(')')
  return conditions
}

function readCondition(scanner: Scanner, depth: number): Condition {
  skipSpace(scanner)
  const nested = scanner.match(/(not\.)?(and|or) *(?=\()/y)
  if (nested) {
    const operator = nested[2] as 'and' | 'or'
    return { kind: 'logic', isNegated: Boolean(nested[1]), operator, conditions: readConditions(scanner, depth + 1) }
  }
  const field = readField(scanner)
  if (!scanner.takes('.')) scanner.fail('delimiter (.)')
  return { kind: 'filter', field, ...readOperation(scanner, readLogicValue) }
}

/** Arrays may have commas. Anything else with one is in quotes. */
function readLogicValue(scanner: Scanner): string {
  return scanner.match(/\{[^{}]*\}/uy)?.[0] ?? readElement(scanner)
}

const skipSpace = (scanner: Scanner) => void scanner.match(/[ \t]*/y)
