import { filterTyping } from './filter-typing.ts'
import { TextField, type InputAttributes } from './text-field.tsx'
import type { FieldWords } from './field.tsx'

interface EmailFieldProps extends FieldWords, Omit<InputAttributes, 'type' | 'inputMode' | 'pattern'> {}

/** An email address. Uppercase letters become lowercase as they are typed, pasted or autofilled. */
export function EmailField(props: EmailFieldProps) {
  return (
    <div ref={keepLowercase}>
      <TextField
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
      />
    </div>
  )
}

const lowercased = (text: string): string => text.toLowerCase()

const keepLowercase = filterTyping({ accept: ({ inserted }) => lowercased(inserted), clean: lowercased })
