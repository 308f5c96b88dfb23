import type { Language } from '../../kernel/problem.ts'
import type { NewPasswordProblem } from './check-password.ts'
import type { GuessablePassword } from './guessable-password.ts'

type Code = NewPasswordProblem['code'] | GuessablePassword['code']

const texts: Record<Language, Record<Code, string>> = {
  en: {
    'password-missing': 'Please enter a password.',
    'password-below-criteria':
      'Password entry does not meet criteria. Password must be 8 characters and contain at least 1 lowercase character, 1 uppercase character, 1 number and 1 special character (!@#$%^&*).',
    'confirm-password-missing': 'Please enter a confirm password.',
    'confirm-password-differs': 'Password and Confirm Password does not match.',
    'password-common':
      'This password is too easy to guess: it is close to a common password. Please choose a different password.',
    'password-has-cooperative':
      'This password is too easy to guess: it contains the cooperative’s name. Please choose a different password.',
    'password-has-username':
      'This password is too easy to guess: it contains your username. Please choose a different password.',
    'password-has-account-number':
      'This password is too easy to guess: it contains your account number. Please choose a different password.',
  },
  es: {
    'password-missing': 'Ingrese una contraseña.',
    'password-below-criteria':
      'La contraseña no cumple los criterios. Debe tener al menos 8 caracteres y contener al menos 1 letra minúscula, 1 letra mayúscula, 1 número y 1 carácter especial (!@#$%^&*).',
    'confirm-password-missing': 'Ingrese la confirmación de la contraseña.',
    'confirm-password-differs': 'La contraseña y su confirmación no coinciden.',
    'password-common': 'Esta contraseña es demasiado fácil de adivinar: se parece a una contraseña común. Elija otra.',
    'password-has-cooperative':
      'Esta contraseña es demasiado fácil de adivinar: contiene el nombre de la cooperativa. Elija otra.',
    'password-has-username':
      'Esta contraseña es demasiado fácil de adivinar: contiene su nombre de usuario. Elija otra.',
    'password-has-account-number':
      'Esta contraseña es demasiado fácil de adivinar: contiene su número de cuenta. Elija otra.',
  },
}

/** The documented sentence for a password that is refused (RG-56, RG-62), or its Spanish counterpart. */
export const passwordMessage = (problem: { readonly code: Code }, language: Language): string =>
  texts[language][problem.code]
