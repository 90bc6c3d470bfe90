import { pageMeta } from '../../page-meta.ts'
import { IntegrationPage } from '../integration-page.tsx'
import { content } from './content.tsx'

export function meta() {
  return pageMeta('/integrations/wix')
}

export default function Wix() {
  return <IntegrationPage content={content} />
}
