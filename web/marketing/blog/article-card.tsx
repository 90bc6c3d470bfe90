import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { buttonStyle } from '#web/ui/button-style.ts'
import { articlePath, type Article } from './article.ts'
import { ArticleFacts } from './article-facts.tsx'
import { Byline } from './byline.tsx'
import { Illustration } from './illustrations/illustration.tsx'

export function ArticleCard({ article }: { article: Article }) {
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-2xl border bg-surface shadow-card">
      <Illustration name={article.image} />
      <div className="flex flex-1 flex-col p-6">
        <ArticleFacts article={article} />
        <h3 className="mt-3 text-xl leading-snug font-semibold tracking-tight text-balance">
          <Link to={articlePath(article)} className="rounded-sm hover:underline">
            {article.title}
          </Link>
        </h3>
        <p className="mt-2 text-pretty text-ink-muted">{article.excerpt}</p>
        <div className="mt-auto flex items-center justify-between gap-3 pt-6">
          <Byline author={article.author} />
          <ReadMore article={article} />
        </div>
      </div>
    </article>
  )
}

export function FeaturedArticle({ article }: { article: Article }) {
  return (
    <article className="grid overflow-hidden rounded-3xl border bg-surface shadow-card lg:grid-cols-[1.1fr_1fr]">
      <div className="flex items-center bg-brand-soft">
        <Illustration name={article.image} />
      </div>
      <div className="flex flex-col justify-center p-6 sm:p-10">
        <ArticleFacts article={article} />
        <h3 className="mt-4 text-2xl leading-tight font-semibold tracking-[-0.02em] text-balance sm:text-3xl">
          <Link to={articlePath(article)} className="rounded-sm hover:underline">
            {article.title}
          </Link>
        </h3>
        <p className="mt-4 text-lg text-pretty text-ink-muted">{article.excerpt}</p>
        <div className="mt-8 flex flex-wrap items-center justify-between gap-4">
          <Byline author={article.author} />
          <ReadMore article={article} isPrimary />
        </div>
      </div>
    </article>
  )
}

function ReadMore({ article, isPrimary = false }: { article: Article; isPrimary?: boolean }) {
  return (
    <Link to={articlePath(article)} className={buttonStyle(isPrimary ? 'primary' : 'secondary', 'medium')}>
      Read More
      <span className="sr-only">: {article.title}</span>
      <ArrowRight aria-hidden="true" className="size-4" />
    </Link>
  )
}
