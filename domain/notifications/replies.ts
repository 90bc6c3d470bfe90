/** What carriers take for it, and the words of our other languages. */
const stops = ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'berhenti', 'توقف', 'إيقاف', 'ايقاف']
const starts = ['start', 'unstop', 'yes', 'mulai', 'ابدأ', 'ابدا']

/** Whether a recipient asks for no more texts, or for texts again. A word in a longer sentence asks for neither. */
export function readReply(text: string): 'stop' | 'start' | undefined {
  const word = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '')
  if (stops.includes(word)) return 'stop'
  return starts.includes(word) ? 'start' : undefined
}
