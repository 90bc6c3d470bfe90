import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { may, scopesFor } from '#domain/permissions.ts'
import type { Actor } from '../http/callers/actor.ts'
import { Refused } from './api.ts'
import type { Tool, Work } from './tool.ts'
import { tools } from './tools.ts'

/** Runs a tool by its name. Whatever is refused is an answer, too: a sentence that the model can act on or pass on. */
export async function runTool(
  actor: Actor,
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
  work: Work,
): Promise<CallToolResult> {
  const tool = tools.find((each) => each.name === name)
  if (!tool) return refused(`There is no tool ${name.slice(0, 100)}.`)
  if (!may(actor, tool.may)) return refused(whyNot(actor, tool))
  const input = tool.input.safeParse(given)
  if (!input.success) {
    const problems = input.error.issues.slice(0, 10).map(({ path, message }) => `${path.join('.')}: ${message}`)
    return refused(`The input is not right. ${problems.join(' ')}`)
  }
  try {
    const { text, data } = await tool.run(input.data as never, work)
    return { content: [{ type: 'text', text }], structuredContent: data }
  } catch (error) {
    if (error instanceof Refused) return refused(error.message)
    throw error
  }
}

const refused = (sentence: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text: sentence }] })

function whyNot({ scopes }: Actor, tool: Tool): string {
  const needed = scopesFor(tool.may)
  if (needed.some((scope) => scopes?.includes(scope)))
    return `The person's role in this workspace does not allow ${tool.name}.`
  return `${tool.name} was not allowed. It needs the scope ${needed.join(' or ')}: connect again, or use another key.`
}
