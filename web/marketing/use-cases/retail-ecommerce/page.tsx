import { pageMeta } from '../../page-meta.ts'
import { UseCasePage } from '../use-case-page.tsx'
import { retailEcommerce } from './content.tsx'

export function meta() {
  return pageMeta('/use-cases/retail-ecommerce')
}

export default function RetailEcommerce() {
  return <UseCasePage useCase={retailEcommerce} />
}
