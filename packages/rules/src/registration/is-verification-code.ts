import { isDigits } from '../kernel/digits.ts'

/** Digits of the code that proves a contact (spec 000 §9). */
export const verificationCodeLength = 6

/** True for a complete code: six ASCII digits. Until then Verify stays disabled (decision F8). */
export const isVerificationCode = (text: string): boolean => text.length === verificationCodeLength && isDigits(text)
