export { checkOwnPassword } from './check-own-password.ts'
export { checkCode, stepOfCode } from './check-code.ts'
export { requireFreshProof } from './check-session.ts'
export { sessionCookie } from './session-cookie.ts'
export { type Login, type NewLogin, usernameKey } from './login.ts'
export {
  findLogin,
  findLoginByUsername,
  findLoginOfMember,
  insertLogin,
  setEmail,
  setPassword,
  setUsername,
} from './logins.store.ts'
export { clearFailures } from './login-locks.store.ts'
export { setAppSecret, takeAppStep } from './app-secrets.store.ts'
export { openSecondStep } from './open-second-step.ts'
export { openSession, setSessionCookies } from './open-session.ts'
export { deleteDevices, findFirstUse } from './known-devices.store.ts'
export { deviceHashOf } from './remember-device.ts'
export { endSessions, type Proof } from './sessions.store.ts'
export { insertHandOff } from './hand-off.store.ts'
export { refusal } from './sign-in-with-password.ts'
export { notifyMember } from './notify-member.ts'
