import { pageMeta } from '../../page-meta.ts'
import { UseCasePage } from '../use-case-page.tsx'
import { logistics } from './content.tsx'

export function meta() {
  return pageMeta('/use-cases/logistics')
}

export default function Logistics() {
  return <UseCasePage useCase={logistics} />
}
