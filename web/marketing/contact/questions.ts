import type { PlainQuestion } from '../parts/faq-data.ts'

export const questions: readonly PlainQuestion[] = [
  {
    question: 'How soon do you reply?',
    answer: 'Within 24 hours, to the email address you give us.',
  },
  {
    question: 'When can I talk to someone on the phone?',
    answer:
      'Mon-Fri, 9am to 6pm local time. Leave your number and the best time to reach you. We’ll call you, so you never wait on hold.',
  },
  {
    question: 'What happens in a demo?',
    answer:
      'We plan one of your own days with you. Bring a file of orders, and you’ll see the routes, what didn’t fit and why. You keep the result.',
  },
  {
    question: 'Can I try Karta before I talk to anyone?',
    answer:
      'Yes. The free trial gives you full access for 7 days, with sample data if you don’t have your own handy. All you need is an email address and a password.',
  },
  {
    question: 'Something isn’t working. What should I tell you?',
    answer:
      'What you did, what you expected and what happened instead. If the app showed you a request ID, include it. It takes us straight to the right log entry.',
  },
  {
    question: 'What happens to my message?',
    answer:
      'We store it on the server that runs this site and email it to the people who answer it. No outside service checks or reads it. To keep bots out, your browser solves a small puzzle when you send it.',
  },
]
