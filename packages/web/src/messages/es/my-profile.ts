import type { texts as english } from '../en/my-profile.ts'

export const texts: typeof english = {
  heading: 'Mi perfil',
  tabs: {
    mfa: 'Autenticación de varios factores',
    passkeys: 'Llaves de acceso',
    security: 'Seguridad',
  },
}
