import { delimiter, dirname, join } from 'node:path'

/** The repository's root. */
export const root = dirname(import.meta.dirname)

/** The path of a command that a package of ours brings along. */
export function tool(name: string): string {
  return join(root, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name)
}

/** The environment in which `node` is the Node that runs us, however this script was started. */
export function toolEnvironment(): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env.PATH ?? '']
  return { ...process.env, PATH: path.join(delimiter) }
}
