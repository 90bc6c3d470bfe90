import { verifyMailed } from './mailed-link.ts'
import { useEntrance } from './use-entrance.ts'

/** Returns a function that signs in with an emailed code. It resolves to the sentence to show if that fails. */
export function useMailedCode(): (email: string, code: string) => Promise<string | undefined> {
  const enter = useEntrance()
  return async (email, code) => {
    const refused = await verifyMailed(email, code)
    if (!refused) await enter()
    return refused
  }
}
