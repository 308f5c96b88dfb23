import type { Failure } from './failure.ts'

interface SubmitTexts {
  readonly submit: string
  readonly busy: string
  readonly changeFirst: string
}

/** The button of a step that was refused waits until something is changed: the same input would be refused again (RG-10, RG-11). */
export const submitOnceChanged = (
  text: SubmitTexts,
  failure: Failure | null,
  { isEdited }: { readonly isEdited: boolean },
) => ({
  label: text.submit,
  busyLabel: text.busy,
  disabledReason: failure?.kind === 'refused' && !isEdited ? text.changeFirst : undefined,
})
