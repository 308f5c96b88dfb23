import { afterEach, expect, test, vi } from 'vitest'
import { answerCalls, aProblem } from '../../test-support/answers.ts'
import { memberCall } from './member-call.ts'
import { onProofWanted } from '../form/step-up.ts'
import { keepStoredUser } from '../session/stored-user.ts'

const line = 'GET /v3/session'
const ada = { accessToken: 'token-1', memberNumber: '1001', memberMfaEnabled: false }
const signInBen = () => keepStoredUser({ ...ada, memberNumber: '1002', accessToken: 'token-2' })

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('a call with an old token is not repeated as another member who signed in meanwhile', async () => {
  keepStoredUser(ada)
  const calls = answerCalls({
    [line]: () => {
      signInBen()
      return aProblem(401)
    },
  })
  await expect(memberCall(line, {})).rejects.toMatchObject({ status: 401 })
  expect(calls).toHaveLength(1)
})

test('nor is one that waited for a proof of identity', async () => {
  keepStoredUser(ada)
  const stop = onProofWanted(async () => {
    signInBen()
    return true
  })
  const calls = answerCalls({ [line]: aProblem(403, '', [{ code: 'step-up-required', message: '' }]) })
  await expect(memberCall(line, {})).rejects.toMatchObject({ status: 401 })
  stop()
  expect(calls).toHaveLength(1)
})
