import type { FieldWords } from './field.tsx'
import { type InputAttributes, TextField } from './text-field.tsx'
import type { TypingRule } from './typing-rule.ts'

interface EmailFieldProps extends FieldWords, Omit<InputAttributes, 'type' | 'inputMode' | 'pattern'> {}

/** An email address. Uppercase letters become lowercase as they are typed, pasted or autofilled. */
export const EmailField = (props: EmailFieldProps) => (
  <TextField
    inputMode="email"
    autoComplete="email"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    {...props}
    typing={lowercase}
  />
)

const lowercased = (text: string): string => text.toLowerCase()

const lowercase: TypingRule = { check: () => null, rewrite: lowercased, format: lowercased }
