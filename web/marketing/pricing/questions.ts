import { apiRequestsOf } from './plans.ts'
import type { PlainQuestion } from '../parts/faq-data.ts'

export const questions: readonly PlainQuestion[] = [
  {
    question: 'What is in the 7-day trial?',
    answer:
      'Everything in Standard, for as many drivers as you like, and as many API requests. You need an email address and a password, and no payment details. After seven days your workspace goes on as Free unless you choose another plan; nothing in it is deleted.',
  },
  {
    question: 'What counts as a license?',
    answer:
      'One driver. Free has a single driver; on Standard you have as many as you have licenses. Owners, dispatchers and people who only look on need none.',
  },
  {
    question: 'What counts as an API request?',
    answer: `Every request made with an API key, counted per workspace and calendar month: ${apiRequestsOf('free')} on Free, ${apiRequestsOf('standard')} on Standard, an agreed number on Enterprise. Each reply says how many are left, and above the limit the API answers with status 429 until the next month. What your team does in the app does not count.`,
  },
  {
    question: 'How is the Enterprise price made?',
    answer:
      'By your volume, the systems we connect to and the terms you need. Tell us how many deliveries, drivers and depots you have; we reply within 24 hours.',
  },
  {
    question: 'Can I leave with my data?',
    answer:
      'Yes, at any time and on every plan: deliveries export as a spreadsheet, everything else through the API. Whoever runs their own Karta can also back up the whole of it into one file.',
  },
  {
    question: 'Can I run Karta on my own server?',
    answer:
      'Yes. Karta is open source under the Apache-2.0 license. One command starts it together with its database, on a machine of yours.',
  },
]
