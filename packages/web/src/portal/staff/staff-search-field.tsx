import { TextField } from '@coopline/ui/text-field'
import type { TextProps } from '../form/use-rule-form.ts'

/** Longest search text. */
const mostCharacters = 100

/** The search field of a page of the console. The browser keeps and corrects nothing of what staff type. */
export const StaffSearchField = (props: TextProps & { readonly label: string; readonly hint: string }) => (
  <TextField
    {...props}
    maxLength={mostCharacters}
    autoComplete="off"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
  />
)
