import { pageMeta } from '../../page-meta.ts'
import { UseCasePage } from '../use-case-page.tsx'
import { foodCatering } from './content.tsx'

export function meta() {
  return pageMeta('/use-cases/food-catering')
}

export default function FoodCatering() {
  return <UseCasePage useCase={foodCatering} />
}
