import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { metaOf, siteOrigin } from '../../page-meta.ts'
import { ClosingCall } from '../../parts/closing-call.tsx'
import { Section } from '../../parts/section.tsx'
import { lastPart } from '../../markdown/last-part.ts'
import { articlePath } from '../article.ts'
import { ArticleCard } from '../article-card.tsx'
import { ArticleFacts } from '../article-facts.tsx'
import { findArticle, relatedArticles } from '../articles.server.ts'
import { Byline } from '../byline.tsx'
import { ReadingPage } from '../reading-page.tsx'

/** Runs at build time only. */
export function loader({ url }: LoaderFunctionArgs) {
  const id = lastPart(url)
  return { ...findArticle(id), related: relatedArticles(id) }
}

export function meta({ loaderData }: { loaderData: ReturnType<typeof loader> | undefined }) {
  if (!loaderData) return []
  const { article } = loaderData
  return metaOf({
    path: articlePath(article),
    title: article.title,
    description: article.excerpt,
    published: article.date,
    structured: {
      '@type': 'BlogPosting',
      headline: article.title,
      description: article.excerpt,
      datePublished: article.date,
      articleSection: article.category,
      author: { '@type': 'Person', name: article.author.name, jobTitle: article.author.role },
      publisher: { '@type': 'Organization', name: 'Karta', url: siteOrigin() },
    },
  })
}

export default function Post() {
  const { article, prose, related } = useLoaderData<typeof loader>()
  return (
    <>
      <ReadingPage
        back={{ to: '/blog', label: 'All articles' }}
        above={<ArticleFacts article={article} />}
        below={<Byline author={article.author} />}
        title={article.title}
        lead={article.excerpt}
        image={article.image}
        prose={prose}
      />
      <div className="print:hidden">
        <Section title="Keep reading" tone="tinted">
          <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {related.map((each) => (
              <li key={each.id}>
                <ArticleCard article={each} />
              </li>
            ))}
          </ul>
        </Section>
        <ClosingCall
          title="See it with your own orders"
          text="Full access for seven days, with sample data or your own."
        />
      </div>
    </>
  )
}
