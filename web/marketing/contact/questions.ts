import type { PlainQuestion } from '../parts/faq-data.ts'

export const questions: readonly PlainQuestion[] = [
  {
    question: 'How soon do you reply?',
    answer: 'Within 24 hours, to the email address you give us.',
  },
  {
    question: 'When can I talk to somebody on the phone?',
    answer:
      'Mon-Fri, 9am to 6pm local time. Leave your number and say which hours suit you: we call you, so you wait in no queue.',
  },
  {
    question: 'What happens in a demo?',
    answer:
      'We plan one of your own days with you. Bring a file with its orders; you see the routes, what did not fit and why, and you keep the result.',
  },
  {
    question: 'Can I try Karta before I talk to anybody?',
    answer:
      'Yes. The free trial gives you 7 days with full access, with sample data if you have none at hand. It needs an email address and a password.',
  },
  {
    question: 'I need help with something that does not work. What should I write?',
    answer:
      'What you did, what you expected and what happened instead. If a message in the app named a request id, copy it into your message: we find the very moment with it.',
  },
  {
    question: 'What becomes of my message?',
    answer:
      'It is stored on the server that runs this site and mailed to the people who answer it. No outside service checks or reads it: a puzzle that your browser solves while sending keeps programs out.',
  },
]
