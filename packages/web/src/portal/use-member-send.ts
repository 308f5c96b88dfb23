import type { Calls } from '@coopline/contract/calls'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { CallLine } from './call.ts'
import { memberCall, type MemberCallInput } from './member-call.ts'

/** Does something as the member who is signed in: `useMemberSend('PUT /v3/members/{memberNumber}/…', { onSuccess })`. */
export function useMemberSend<C extends CallLine>(
  line: C,
  { onSuccess }: { readonly onSuccess?: (answer: Calls[C]['answer']) => void } = {},
): UseMutationResult<Calls[C]['answer'], Error, MemberCallInput<C>> {
  return useMutation({
    mutationFn: (input: MemberCallInput<C>) => memberCall(line, input),
    onSuccess: (answer) => onSuccess?.(answer),
  })
}
