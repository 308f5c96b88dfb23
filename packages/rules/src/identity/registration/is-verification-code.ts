import { isDigits } from '../../kernel/digits.ts'

/** Digits of the code that proves a contact (RG-24). */
export const verificationCodeLength = 6

/** True for a complete code: six ASCII digits. Until then Verify stays disabled (REQ-D-077). */
export const isVerificationCode = (text: string): boolean => text.length === verificationCodeLength && isDigits(text)
