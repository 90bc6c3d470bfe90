import { expect, test } from 'vitest'
import { authClients } from '../../testing/auth-client.ts'
import { testApp } from '../../testing/test-app.ts'

const testing = await testApp()
const { signedUp } = await authClients(testing)

test('asking for the current address cancels a change, and its mails stop working', async () => {
  const { client, email } = await signedUp()
  // From here on addresses wait for their confirmation.
  testing.deps.config.auth.emailAutoconfirm = false
  const wanted = `new-${email}`
  expect((await client.auth.updateUser({ email: wanted })).data.user?.new_email).toBe(wanted)
  const { data, error } = await client.auth.updateUser({ email })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email })
  expect(data.user).not.toHaveProperty('new_email')
  expect(data.user).not.toHaveProperty('email_change_sent_at')
})
