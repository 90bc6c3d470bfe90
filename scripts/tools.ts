import { delimiter, dirname, join } from 'node:path'

/** The repository's root. */
export const root = dirname(import.meta.dirname)

/** The path of a command from one of our packages. */
export function tool(name: string): string {
  return join(root, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name)
}

/** An environment in which `node` is the Node that runs this script. */
export function toolEnvironment(): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH ?? '']
  return { ...process.env, PATH: path.join(delimiter) }
}
