// First, because it may start Node once more, as the server does.
import './memory-settings.ts'
import { readdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { keepCompiled } from './keep-compiled.ts'

const folder = join(import.meta.dirname, 'bench')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
const name = process.argv[2]

if (name === undefined || !names.includes(name)) {
  console.log(`npm run bench -- NAME, where NAME is one of: ${names.join(', ')}`)
  process.exitCode = name === undefined ? 0 : 2
} else {
  const cores = cpus()
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GB`
  console.log(`${cores[0]?.model ?? process.arch}, ${cores.length} cores, ${memory}, Node ${process.versions.node}`)
  // The benchmark reads its arguments as if it had been started directly.
  process.argv.splice(1, 2, join(folder, `${name}.ts`))
  keepCompiled()
  await import(`./bench/${name}.ts`)
}
