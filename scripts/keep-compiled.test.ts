import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './tools.ts'

const script = `
  import { getCompileCacheDir } from 'node:module'
  import { Worker } from 'node:worker_threads'
  import { keepCompiled } from '${join(import.meta.dirname, 'keep-compiled.ts')}'
  keepCompiled()
  const inThread = "import('node:module').then((m) => console.log(m.getCompileCacheDir()))"
  new Worker(inThread, { eval: true }).on('exit', () => console.log(getCompileCacheDir()))
`

test('a process and its threads keep their compiled modules in the same folder', () => {
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env, encoding: 'utf8' })
  const [ofThread, ofProcess] = printed.trim().split('\n')
  expect(ofThread).toBe(ofProcess)
  expect(ofProcess).toContain(join(root, 'build', 'compiled'))
})
