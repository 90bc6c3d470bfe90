/** The answer is plain text, so search engines can show it too. */
export type PlainQuestion = { question: string; answer: string }

/** Questions and answers as schema.org structured data. */
export function faqData(questions: readonly PlainQuestion[]): object {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
