import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Whoever starts processes, asks every endpoint or waits for a time limit takes long. */
const signs = /child_process|server-process|startEmbedded|allEndpoints|that never ends/

const isSlow = ({ moduleId }: TestSpecification) => signs.test(readFileSync(moduleId, 'utf8'))

/** Begins with the slowest files, so that at the end no worker waits for one of them. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
