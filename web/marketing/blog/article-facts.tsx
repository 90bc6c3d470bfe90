import { longDay, type Article } from './article.ts'

/** Category, date and reading time. */
export function ArticleFacts({ article }: { article: Article }) {
  return (
    <p className="grid gap-0.5 text-sm text-ink-muted">
      <span className="font-semibold text-brand-ink">{article.category}</span>
      <span>
        <time dateTime={article.date}>{longDay(article.date)}</time>
        <span aria-hidden="true"> · </span>
        {article.readTime}
      </span>
    </p>
  )
}
