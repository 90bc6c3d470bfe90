import { apiRequestsOf } from './plans.ts'
import type { PlainQuestion } from '../parts/faq-data.ts'

export const questions: readonly PlainQuestion[] = [
  {
    question: 'What’s in the 7-day trial?',
    answer:
      'Everything in Standard, with as many drivers as you like and Standard’s API requests. All you need is an email address and a password, no payment details. After seven days your workspace moves to Free unless you choose another plan. Nothing in it is deleted.',
  },
  {
    question: 'What counts as a license?',
    answer:
      'One driver. Free has a single driver. On Standard, you have as many drivers as licenses. Owners, dispatchers and viewers don’t need one.',
  },
  {
    question: 'What counts as an API request?',
    answer: `Every request made with an API key, counted per workspace and calendar month. You get ${apiRequestsOf('free')} on Free, ${apiRequestsOf('standard')} on Standard and an agreed number on Enterprise. Each reply says how many you have left. Over the limit, the API answers with status 429 until the next month. What your team does in the app doesn’t count.`,
  },
  {
    question: 'How is Enterprise priced?',
    answer:
      'By your volume, the systems we connect to and the terms you need. Tell us how many deliveries, drivers and depots you have, and we’ll reply within 24 hours.',
  },
  {
    question: 'Can I take my data with me?',
    answer:
      'Yes, at any time and on every plan. Export your deliveries as a spreadsheet and everything else through the API. If you host Karta yourself, you can also back it all up to one file.',
  },
  {
    question: 'Can I run Karta on my own server?',
    answer:
      'Yes. Karta is open source under the Apache-2.0 license. One command starts it, with its database, on your own machine.',
  },
]
