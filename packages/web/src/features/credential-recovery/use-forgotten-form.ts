import {
  checkForgotPassword,
  checkForgotUsername,
  type ForgotPasswordProblem,
} from '@coopline/rules/credential-recovery/check-forgotten'
import { forgottenMessage } from '@coopline/rules/credential-recovery/credential-recovery.messages'
import { useForm, useWatch } from 'react-hook-form'
import { byRules } from '../../portal/by-rules.ts'
import { useLanguage } from '../../portal/text.tsx'
import { useSubmitErrors } from '../../portal/use-submit-errors.ts'
import type { AskForMail, Forgotten, ForgottenForm } from './use-ask-for-mail.ts'

const check = (form: ForgottenForm): readonly ForgotPasswordProblem[] =>
  form.forgotten === 'username' ? checkForgotUsername(form) : checkForgotPassword(form)

/** The form for either mode. What was typed stays when the mode changes; only what is shown is judged. */
export function useForgottenForm(starts: Forgotten, { ask }: AskForMail) {
  const { language } = useLanguage()
  const form = useForm<ForgottenForm>({
    resolver: byRules(check),
    defaultValues: { forgotten: starts, by: 'username', username: '', accountNumber: '', email: '' },
    mode: 'onBlur',
    shouldFocusError: false,
  })
  const { clearErrors, control, formState, getValues, handleSubmit, setFocus, setValue } = form
  const [forgotten, by] = useWatch({ control, name: ['forgotten', 'by'] })
  const refused = useSubmitErrors<ForgotPasswordProblem>(setFocus)

  // Other fields are shown now, which nobody has filled in yet.
  const forgetProblems = () => {
    refused.accept()
    clearErrors()
  }
  return {
    form,
    forgotten,
    by,
    changeBy: () => {
      setValue('by', by === 'username' ? 'account' : 'username')
      forgetProblems()
    },
    forgetProblems,
    errorOf: (field: ForgotPasswordProblem['field']) => {
      const problem = formState.errors[field] && check(getValues()).find((found) => found.field === field)
      return problem && forgottenMessage(problem, language)
    },
    summary: refused.problems.map((problem) => ({ field: problem.field, text: forgottenMessage(problem, language) })),
    refusals: refused.count,
    submit: handleSubmit(
      (filled) => {
        refused.accept()
        ask(filled)
      },
      () => refused.refuse(check(getValues())),
    ),
  }
}
