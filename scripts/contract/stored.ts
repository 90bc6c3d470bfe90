import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Document, isSeq, parse, visit } from 'yaml'
import { allEndpoints } from '#domain/api/all.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { root } from '../tools.ts'
import { contractOf, type Contract } from './contract.ts'

const path = join(root, 'docs/contract.yaml')

const heading = `# What programs rely on in /v1: operations, and the shapes that they name. Written by \`npm run contract\`;
# scripts/contract/contract.ts says how to read it. A change that takes something away is refused by a test.
`

/** The contract of the code as it is. */
export function currentContract(): Contract {
  return contractOf(openApiDocument(allEndpoints, 'https://karta.example', '1'))
}

/** The contract as it was recorded. */
export function readContract(): Contract {
  return parse(readFileSync(path, 'utf8')) as Contract
}

/** Records the contract, each list in one line. */
export function writeContract(contract: Contract): void {
  const document = new Document(contract, { aliasDuplicateObjects: false })
  visit(document, {
    Pair(_, { key, value }) {
      if (/^(callers|=)$/.test(String(key)) && isSeq(value)) value.flow = true
    },
  })
  writeFileSync(path, heading + document.toString({ lineWidth: 0, flowCollectionPadding: false }))
}
