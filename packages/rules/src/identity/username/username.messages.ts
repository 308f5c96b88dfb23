import type { Language } from '../../kernel/problem.ts'
import { signInMessage } from '../sign-in/sign-in.messages.ts'
import type { UsernameProblem } from './check-username.ts'

type Code = Exclude<UsernameProblem, 'username-missing'> | 'username-taken'

const texts: Record<Language, Record<Code, string>> = {
  en: {
    'username-not-valid': 'Username entry does not meet criteria.',
    'username-taken': 'The username has already been registered.',
  },
  es: {
    'username-not-valid': 'El nombre de usuario no cumple los criterios.',
    'username-taken': 'El nombre de usuario ya está registrado.',
  },
}

/** The documented sentence for a username that cannot be had (RG-49, RG-51), or its Spanish counterpart. */
export const usernameMessage = (code: UsernameProblem | 'username-taken', language: Language): string =>
  code === 'username-missing' ? signInMessage(code, language) : texts[language][code]
