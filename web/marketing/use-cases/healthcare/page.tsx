import { pageMeta } from '../../page-meta.ts'
import { UseCasePage } from '../use-case-page.tsx'
import { healthcare } from './content.tsx'

export function meta() {
  return pageMeta('/use-cases/healthcare')
}

export default function Healthcare() {
  return <UseCasePage useCase={healthcare} />
}
