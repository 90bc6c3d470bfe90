import { sha256 } from './sha256.ts'

/** Whether `answer` solves `challenge`: the hash of both begins with `difficulty` zero bits (at most 32). */
export function isAnswer(challenge: string, difficulty: number, answer: string): boolean {
  const first = sha256(`${challenge}.${answer}`)[0]!
  return Math.clz32(first) >= difficulty
}

/** Tries between two pauses: a few milliseconds. */
const triesAtOnce = 2000

/**
 * Finds the answer to a challenge by trying: about 2 to the power of `difficulty` hashes.
 * @param pause lets others run for a moment, so that a page stays alive meanwhile
 */
export async function solveChallenge(
  challenge: string,
  difficulty: number,
  pause: () => Promise<void> = async () => {},
): Promise<string> {
  for (let tries = 0; ; tries++) {
    if (isAnswer(challenge, difficulty, String(tries))) return String(tries)
    if (tries % triesAtOnce === triesAtOnce - 1) await pause()
  }
}
