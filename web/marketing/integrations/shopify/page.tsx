import { pageMeta } from '../../page-meta.ts'
import { IntegrationPage } from '../integration-page.tsx'
import { content } from './content.tsx'

export function meta() {
  return pageMeta('/integrations/shopify')
}

export default function Shopify() {
  return <IntegrationPage content={content} />
}
