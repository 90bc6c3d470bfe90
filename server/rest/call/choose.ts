import type { ApiFunction, Catalogue } from '../../db/api/catalogue.ts'
import { nearest } from '../plan/nearest.ts'
import { exposedSchema } from '../plan/relationships.ts'
import { RestError } from '../protocol/errors.ts'

/** What a request gives to a function. */
export type Given = {
  /** The names of its arguments. */
  names: string[]
  /** Whether there is a body that one unnamed parameter could take, and of which kind. */
  body?: 'json' | 'text' | 'bytes'
}

const takers = { json: ['json', 'jsonb'], text: ['text'], bytes: ['bytea'] }

/**
 * The function that is meant, by the names of the arguments.
 * @throws RestError PGRST202 if there is none, PGRST203 if there are several
 */
export function chooseFunction({ functions }: Catalogue, name: string, { names, body }: Given): ApiFunction {
  const overloads = functions.get(name) ?? []
  const fitting = body === 'text' || body === 'bytes' ? [] : overloads.filter((each) => fits(each, names))
  if (fitting.length === 1) return fitting[0]!
  if (fitting.length > 1) throw ambiguous(fitting)
  const taker = body && overloads.find((each) => isTaker(each, takers[body]))
  if (taker) return taker
  throw noneFound(functions, name, { names, ...(body && { body }) })
}

function fits({ parameters }: ApiFunction, names: string[]): boolean {
  const known = new Set(parameters.map((each) => each.name))
  if (known.has('')) return false
  const isEnough = parameters.every((each) => each.hasDefault || each.isVariadic || names.includes(each.name))
  return isEnough && names.every((name) => known.has(name))
}

const isTaker = ({ parameters }: ApiFunction, types: string[]) =>
  parameters.length === 1 && parameters[0]!.name === '' && types.includes(parameters[0]!.typeName)

function ambiguous(candidates: ApiFunction[]): RestError {
  const signatures = candidates.map(({ name, parameters }) => {
    const list = parameters.map((each) => `${each.name} => ${each.type}`).join(', ')
    return `${exposedSchema}.${name}(${list})`
  })
  return new RestError('PGRST203', `Could not choose the best candidate function between: ${signatures.join(', ')}`, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}

function noneFound(functions: Catalogue['functions'], name: string, { names, body }: Given): RestError {
  const called = `${exposedSchema}.${name.slice(0, 100)}`
  const isWhole = body === 'text' || body === 'bytes'
  const list = names.slice(0, 20).join(', ')
  const signature = isWhole ? '' : names.length ? `(${list})` : ' without parameters'
  const parameters = names.length ? ` with parameter${names.length > 1 ? 's' : ''} ${list}` : ' without parameters'
  const wholes = { text: ' with a single unnamed text parameter', bytes: ' with a single unnamed bytea parameter' }
  const searched = isWhole
    ? wholes[body]
    : `${parameters}${body === 'json' ? ' or with a single unnamed json/jsonb parameter' : ''}`
  return new RestError('PGRST202', `Could not find the function ${called}${signature} in the schema cache`, {
    details: `Searched for the function ${called}${searched}, but no matches were found in the schema cache.`,
    hint: isWhole ? null : hintFor(functions, name, names),
  })
}

function hintFor(functions: Catalogue['functions'], name: string, names: string[]): string | null {
  const overloads = functions.get(name)
  const listed = (all: string[]) => `(${all.toSorted().join(', ')})`
  const suggestion = overloads
    ? nearest(
        listed(names),
        overloads.map(({ parameters }) => listed(parameters.map((each) => each.name))),
        0.3,
      )
    : nearest(name, functions.keys())
  if (suggestion === undefined) return null
  const signature = overloads ? `${name}${suggestion}` : suggestion
  return `Perhaps you meant to call the function ${exposedSchema}.${signature}`
}
