import type { Article, Category } from './article.ts'
import { categories } from './article.ts'
import { ArticleCard } from './article-card.tsx'
import { useCategory } from './use-category.ts'

type ArticleBrowserProps = {
  articles: readonly Article[]
  /** Already shown above the grid, so the grid leaves it out unless its category is chosen. */
  featured: Article
}

export function ArticleBrowser({ articles, featured }: ArticleBrowserProps) {
  const [category, choose] = useCategory()
  const shown = articles.filter((article) => (category ? article.category === category : article.id !== featured.id))
  return (
    <>
      <fieldset className="mb-8">
        <legend className="mb-3 text-lg font-semibold tracking-tight">Browse by Category</legend>
        <div className="flex flex-wrap gap-2">
          <CategoryButton label="All" isChosen={!category} onChoose={() => choose(undefined)} />
          {categories.map((each: Category) => (
            <CategoryButton key={each} label={each} isChosen={each === category} onChoose={() => choose(each)} />
          ))}
        </div>
      </fieldset>
      <p role="status" className="sr-only">
        {shown.length === 1 ? '1 article' : `${shown.length} articles`}
      </p>
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((article) => (
          <li key={article.id}>
            <ArticleCard article={article} />
          </li>
        ))}
      </ul>
    </>
  )
}

type CategoryButtonProps = { label: string; isChosen: boolean; onChoose: () => void }

function CategoryButton({ label, isChosen, onChoose }: CategoryButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="min-h-10 rounded-full border border-line-strong bg-surface px-4 text-sm font-medium text-ink transition-colors hover:bg-hover aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand pointer-coarse:min-h-11"
    >
      {label}
    </button>
  )
}
