import { verifyMailed } from './mailed-link.ts'
import { useEntrance } from './use-entrance.ts'

/** Gives what to call with the code of a mail: it signs in and goes on, or resolves to the sentence for why it cannot. */
export function useMailedCode(): (email: string, code: string) => Promise<string | undefined> {
  const enter = useEntrance()
  return async (email, code) => {
    const refused = await verifyMailed(email, code)
    if (!refused) await enter()
    return refused
  }
}
