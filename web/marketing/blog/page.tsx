import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { pageMeta, siteOrigin } from '../page-meta.ts'
import { ClosingCall } from '../parts/closing-call.tsx'
import { PageHero } from '../parts/page-hero.tsx'
import { Section } from '../parts/section.tsx'
import { ArticleBrowser } from './article-browser.tsx'
import { FeaturedArticle } from './article-card.tsx'
import { allArticles, featuredArticle } from './articles.server.ts'
import { CaseStudyCard } from './case-study-card.tsx'
import { allCaseStudies } from './case-studies.server.ts'

/** Runs at build time only. */
export function loader() {
  return {
    studies: allCaseStudies.map(({ study }) => study),
    articles: allArticles.map(({ article }) => article),
    featured: featuredArticle(),
  }
}

/** Choosing a category only changes the URL. The page already has every article. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}

export const meta = () => [
  ...pageMeta('/blog'),
  {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/rss+xml',
    title: 'Karta: articles',
    href: `${siteOrigin()}/feed.xml`,
  },
]

export default function Blog() {
  const { studies, articles, featured } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHero
        eyebrow="Blog"
        title="Notes from the last mile"
        lead="Worked examples, honest numbers and things we wish we’d known sooner, from people who plan routes for a living."
      />
      <Section
        id="case-studies"
        title="Featured case studies"
        lead="Three businesses, three kinds of results. The companies are fictional, but the math adds up."
      >
        <ul className="grid gap-5 lg:grid-cols-3">
          {studies.map((study) => (
            <li key={study.id}>
              <CaseStudyCard study={study} />
            </li>
          ))}
        </ul>
      </Section>
      <Section id="featured" title="Featured article" tone="tinted">
        <FeaturedArticle article={featured} />
      </Section>
      <Section id="articles" title="More articles">
        <ArticleBrowser articles={articles} featured={featured} />
      </Section>
      <ClosingCall
        title="Try it on your own streets"
        text="Full access for seven days, with sample data or your own."
      />
    </>
  )
}
