import { longDay, type Article } from './article.ts'

/** Category, day and reading time in one line. */
export function ArticleFacts({ article }: { article: Article }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-muted">
      <span className="font-semibold text-brand-ink">{article.category}</span>
      <span aria-hidden="true">·</span>
      <time dateTime={article.date}>{longDay(article.date)}</time>
      <span aria-hidden="true">·</span>
      <span>{article.readTime}</span>
    </p>
  )
}
