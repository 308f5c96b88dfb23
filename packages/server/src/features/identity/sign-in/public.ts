export { checkOwnPassword } from './check-own-password.ts'
export { checkCode, stepOfCode } from './check-code.ts'
export { requireLiveSession } from './check-session.ts'
export { sessionCookie } from './session-cookie.ts'
export { type Login, type NewLogin, usernameKey } from './login.ts'
export {
  changeEmail,
  changePassword,
  changeUsername,
  endOtherSessions,
  findFirstUseOfBrowser,
  signOutEverywhere,
  unlockLogin,
} from './change-login.ts'
export { createLogin } from './create-login.ts'
export { lookUpLogin, requireLogin } from './find-login.ts'
export { openSession, setSessionCookies } from './open-session.ts'
export { deviceHashOf } from './remember-device.ts'
export { refuseSignIn } from './sign-in-with-password.ts'
export { notifyMember } from './notify-member.ts'
export { listActivity } from './list-activity.ts'
export { listOwnSessions } from './own-sessions.ts'
