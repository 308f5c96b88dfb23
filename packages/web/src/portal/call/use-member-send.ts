import type { Calls } from '@coopline/contract/calls'
import type { UseMutationResult } from '@tanstack/react-query'
import type { CallLine } from './call.ts'
import { memberCall, type MemberCallInput } from './member-call.ts'
import { useTask } from './use-task.ts'

/** Does something as the member who is signed in: `useMemberSend('PUT /v3/members/{memberNumber}/…', { onSuccess })`. */
export const useMemberSend = <C extends CallLine>(
  line: C,
  options: {
    readonly onSuccess?: (answer: Calls[C]['answer']) => void
    /** Called even after the page was left, unlike the `onError` of `mutate`. */
    readonly onError?: (error: Error, input: MemberCallInput<C>) => void
  } = {},
): UseMutationResult<Calls[C]['answer'], Error, MemberCallInput<C>> =>
  useTask((input: MemberCallInput<C>) => memberCall(line, input), options)
