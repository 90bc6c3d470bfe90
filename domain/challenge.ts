import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** Whether `answer` solves `challenge`: their hash starts with `difficulty` zero bits (at most 32). */
export function isAnswer(challenge: string, difficulty: number, answer: string): boolean {
  const [a, b, c, d] = sha256(utf8ToBytes(`${challenge}.${answer}`))
  return Math.clz32((a! << 24) | (b! << 16) | (c! << 8) | d!) >= difficulty
}

/** Tries between two pauses, which take a few milliseconds. */
const triesAtOnce = 2000

/**
 * Finds the answer to a challenge by trying, with about 2 to the power of `difficulty` hashes.
 * @param pause lets other work run, so that a page stays responsive
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
