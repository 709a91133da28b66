import { TOTP } from 'otpauth'

export const password = 'correct horse battery'

/** The code that an authenticator app shows. @param later milliseconds from now */
export function codeOf(secret: string, later = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + later })
}
